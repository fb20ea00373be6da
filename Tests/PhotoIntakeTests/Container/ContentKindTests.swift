import PhotoModel
import Testing
import WorkphotosTestSupport

struct ContentKindTests {
    private static let others: [(name: String, head: [UInt8])] = [
        ("avi", Array("RIFF\0\0\0\0AVI LIST".utf8)),
        ("mkv", [0x1A, 0x45, 0xDF, 0xA3]),
    ]

    @Test(arguments: others) func `A format that is not read is called by its name`(name: String, head: [UInt8]) throws
    {
        #expect(try content(head + Array(repeating: 7, count: 64), named: "photo.jpg") == .other(name))
        #expect(try content(head, named: "photo.jpg") == .other(name))
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

    @Test func `A JPEG behind other bytes is unsupported`() throws {
        #expect(try content([0x0D, 0x0A] + JPEGFile().bytes).problem == .unsupported)
    }
}
