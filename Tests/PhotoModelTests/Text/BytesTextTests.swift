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
}
