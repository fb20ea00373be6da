import Testing
import WorkphotosCLI

struct ArgumentBytesTests {
    @Test func `Text is unchanged`() {
        let text = "Köln/e\u{301} 日本.jpg"
        #expect(Array(ArgumentBytes.text(of: Array(text.utf8)).utf8) == Array(text.utf8))
        #expect(ArgumentBytes.bytes(of: text) == Array(text.utf8))
    }

    @Test(
        arguments: [
            [0xFF, 0xFE, 0x2E], [0x61, 0xC3], [0xED, 0xA0, 0x80], [0xF4, 0x8F, 0xBF, 0xBE],
            [0xF4, 0x8F, 0xBC, 0x80, 0x80],
            [],
        ] as [[UInt8]])
    func `Any bytes are read back`(bytes: [UInt8]) {
        #expect(ArgumentBytes.bytes(of: ArgumentBytes.text(of: bytes)) == bytes)
    }
}
