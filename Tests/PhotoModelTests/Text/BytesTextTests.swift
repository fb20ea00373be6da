import PhotoModel
import Testing

struct BytesTextTests {
    /// RFC 4648, section 10.
    @Test(arguments: [
        ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
        ("foobar", "Zm9vYmFy"),
    ])
    func `Base64 follows its specification`(text: String, digits: String) {
        #expect(Base64.encode(Array(text.utf8)) == digits)
        #expect(Base64.decode(digits) == Array(text.utf8))
    }

    @Test func `Every byte comes back`() {
        let all = Array(UInt8.min...UInt8.max)
        #expect(Base64.decode(Base64.encode(all)) == all)
        #expect(bytes(ofHexText: hexText(all)) == all)
        #expect(hexText([0, 0x0F, 0xA0, 0xFF]) == "000fa0ff")
    }

    @Test(arguments: ["Zg", "Zg=", "Zh==", "Zg==\n", "Z g==", "Zm9v=", "=", "Zm-_", "\u{E9}"])
    func `Invalid Base64 is nil`(text: String) {
        #expect(Base64.decode(text) == nil)
    }

    @Test(arguments: ["0", "0g", "0x", " 0", "\u{FF10}\u{FF10}"])
    func `Invalid hexadecimal digits are nil`(text: String) {
        #expect(bytes(ofHexText: text) == nil)
    }

    @Test(arguments: [
        0, 1, -1, 999_999_999, -1_000_000_000, 1_777_777_777_123_456_789, 1_777_777_777_120_000_000, Int64.min,
        Int64.max,
    ])
    func `A moment is read back from its text`(nanoseconds: Int64) throws {
        let instant = UTCInstant(nanoseconds: nanoseconds)
        #expect(try UTCInstant(parsing: instant.text) == instant)
    }

    @Test(arguments: [
        "2026-05-01T08:00:00", "2026-05-01 08:00:00Z", "2026-05-01T08:00:00.Z", "2026-05-01T08:00:00.1234567890Z",
        "2026-05-01T08:00:00+02:00", "2026-02-30T08:00:00Z", "2026-05-01T24:00:00Z", "2300-01-01T00:00:00Z",
        "1600-01-01T00:00:00Z", "", "Z", "\u{E9}2026-05-01T08:00:00Z", "2026-05-01T08:00:00.1xZ",
    ])
    func `An invalid moment is refused`(text: String) {
        #expect(throws: TextError.self) { try UTCInstant(parsing: text) }
    }
}
