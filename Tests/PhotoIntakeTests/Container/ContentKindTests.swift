import PhotoModel
import Testing
import WorkphotosTestSupport

struct ContentKindTests {
    /// The first bytes of files of each format, without the rest.
    private static let heads: [[UInt8]] = [
        Array("GIF89a".utf8), Array("RIFF\0\0\0\0AVI LIST".utf8),
        [0, 0, 0, 12] + Array("jP  ".utf8) + [0x0D, 0x0A, 0x87, 0x0A], [0xFF, 0x4F, 0xFF, 0x51],
        Array("II+\0\u{8}\0\0\0".utf8), Array("MM\0+\0\u{8}\0\0".utf8), Array("II\u{1A}\0\0\0HEAPCCDR".utf8),
        Array("FOVb\0\0\u{2}\0".utf8), Array("\0MRM\0\u{1}\0\0".utf8), Array("8BPS\0\u{1}".utf8),
        [0x1A, 0x45, 0xDF, 0xA3], [0x30, 0x26, 0xB2, 0x75],
    ]

    @Test(arguments: heads) func `A file that ends after its format's signature is corrupt`(head: [UInt8]) throws {
        #expect(try content(head, named: "photo.jpg").problem == .corrupt)
    }

    @Test func `The content decides, not the name`() throws {
        #expect(try content(JPEGFile().bytes, named: "photo.heic").facts?.format == .jpeg)
        #expect(try content(JPEGFile().bytes, named: "photo").facts?.format == .jpeg)
    }

    @Test func `An empty file is corrupt`() throws {
        #expect(try content([]) == .broken(.corrupt, detail: "is empty"))
    }

    @Test(arguments: [1, 512, 65_536, 100_000]) func `A file of zeros is corrupt`(count: Int) throws {
        #expect(try content(Array(repeating: 0, count: count)).problem == .corrupt)
    }

    @Test(arguments: ["<html>Not found</html>", "{}", "x", "II", "\u{FF}"])
    func `Anything else is unsupported`(text: String) throws {
        #expect(try content(Array(text.utf8)).problem == .unsupported)
    }

    @Test func `A JPEG after other bytes is unsupported`() throws {
        #expect(try content([0x0D, 0x0A] + JPEGFile().bytes).problem == .unsupported)
    }
}
