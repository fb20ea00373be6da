import PhotoModel
import Testing

struct JSONSyntaxErrorTests {
    private func error(_ bytes: [UInt8]) -> JSONSyntaxError? {
        do {
            _ = try JSONDocument(parsing: bytes)
            return nil
        } catch {
            return error
        }
    }

    @Test(arguments: [
        ("", 1, 1, "the file is empty"),
        ("\u{FEFF} \n", 2, 1, "the file is empty"),
        ("{\"a\": 1,}", 1, 9, "JSON allows no comma after the last value"),
        ("[\n 1,\n]", 3, 1, "JSON allows no comma after the last value"),
        ("[1 2]", 1, 4, "a comma or ] is missing in the array that begins in line 1"),
        ("{\"a\": 1\n\"b\": 2}", 2, 1, "a comma or } is missing in the object that begins in line 1"),
        ("{\n \"é\" 1}", 2, 6, "a colon is missing after the name of a member"),
        ("{a: 1}", 1, 2, "the name of a member is missing; it is written in double quotation marks"),
        ("{\"a\": 'x'}", 1, 7, "a string is written in double quotation marks"),
        ("{\n// mine\n}", 2, 1, "JSON has no comments"),
        ("[1] [2]", 1, 5, "more text after the end of the JSON value"),
        ("[[1]", 1, 5, "the file ends inside the array that begins in line 1"),
        ("{\"a\":", 1, 6, "the file ends where a value is missing"),
        ("{\"a", 1, 2, "the file ends inside a string"),
        ("[\"a\tb\"]", 1, 4, "a string holds a control character; a line break is written \\n"),
        ("[\"a\\x\"]", 1, 4, "there is no such escape; a backslash is written \\\\"),
        ("[\"\\u12G4\"]", 1, 3, "\\u is followed by four hexadecimal digits"),
        ("[\"\\u+123\"]", 1, 3, "\\u is followed by four hexadecimal digits"),
        ("[01]", 1, 3, "a number has no zero before its digits"),
        ("[-]", 1, 3, "a digit is missing in a number"),
        ("[1.]", 1, 4, "a digit is missing in a number"),
        ("[1e+]", 1, 5, "a digit is missing in a number"),
        ("[.5]", 1, 2, "a number begins with a digit or a minus sign"),
        ("[NaN]", 1, 2, "this is not a JSON value; a string is written in double quotation marks"),
        ("[,1]", 1, 2, "a value is missing"),
    ])
    func `An error has a line and a reason`(text: String, line: Int, column: Int, message: String) {
        #expect(error(Array(text.utf8))?.description == "line \(line), column \(column): \(message)")
    }

    @Test func `Text that is not UTF-8 is refused where it begins`() {
        let bytes = Array("{\n\"name\": \"caf".utf8) + [0xE9] + Array("\"}".utf8)
        #expect(error(bytes)?.line == 2)
        #expect(error(bytes)?.message == "a string holds bytes that are not UTF-8; save the file in UTF-8")
        #expect(error([0xFF, 0xFE, 0x7B, 0x00]) != nil)
    }

    @Test func `Every prefix of a text, and a text with any byte damaged, is an error`() {
        let text = Array(#"{"a": [1, -2.5e3, "x\u00e9\n"], "b": {"c": [true, false, null]}}"#.utf8)
        #expect(error(text) == nil)
        for length in 0..<text.count {
            #expect(error(Array(text[..<length])) != nil)
        }
        for place in text.indices {
            var spoilt = text
            spoilt[place] = 0xFF
            #expect(error(spoilt) != nil)
        }
    }

    @Test func `A text over 64 MiB is refused without reading it`() {
        let bytes = [UInt8](repeating: UInt8(ascii: " "), count: JSONDocument.maximumSize + 1)
        #expect(error(bytes)?.message == "the file has 67.1 MB, more than the 64 MiB read")
    }
}
