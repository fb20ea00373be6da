import Foundation
import PhotoFiles
import SystemPackage
import Testing
import WorkphotosTestSupport

struct OpenFileTests {
    @Test func `Bytes are written at an offset, and read up to a limit or the end`() throws {
        let tree = try TemporaryTree()
        let file = try OpenFile(tree.path("file"), flags: O_RDWR | O_CREAT | O_EXCL, mode: 0o600)
        try file.write([1, 2, 3, 4, 5])
        try file.write([9, 8], at: 1)
        #expect(try tree.read("file") == [1, 9, 8, 4, 5])
        #expect(try file.bytes(atMost: 3) == [1, 9, 8])
        #expect(try file.bytes(atMost: 10, from: 3) == [4, 5])
        #expect(try file.bytes(atMost: 10, from: 7) == [])
    }
}
