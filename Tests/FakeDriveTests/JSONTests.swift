import FakeDrive
import Testing

struct JSONTests {
    @Test(arguments: [
        "null", "true", "[]", "{}", #"{"a":[1,-2.5,"x"],"b":{"c":null}}"#, #""\"\\\u0001""#, #""ü😀""#,
    ])
    func `what is read is written unchanged`(_ text: String) {
        #expect(JSON(text: text)?.text == text)
    }

    @Test func `escapes are read`() {
        #expect(JSON(text: #""\u00e4\n\ud83d\ude00\/""#) == .string("ä\n😀/"))
    }

    @Test(arguments: [
        "", "{", "{a:1}", "'a'", "01x", "nul", "\"\\x\"", "\"\\ud83d\"", "1 2", "\"\n\"",
        "{\"a\" 1}",
    ])
    func `invalid JSON is not read`(_ text: String) {
        #expect(JSON(text: text) == nil)
    }

    @Test func `depth is limited`() {
        #expect(JSON(text: String(repeating: "[", count: 100_000)) == nil)
    }
}
