import Foundation
import PhotoFiles
import SystemPackage
import Testing
import WorkphotosTestSupport

struct RepeatedCallsTests {
    @Test(arguments: [0, 1, 999])
    func `A call that a signal interrupts is repeated`(times: Int) throws {
        var calls = 0
        let result = try repeated {
            calls += 1
            if calls <= times { errno = EINTR }
            return calls <= times ? -1 : 7
        }
        #expect(result == 7 && calls == times + 1)
    }

    @Test func `A call that is interrupted every time fails`() {
        var calls = 0
        #expect(throws: Errno.interrupted) {
            try repeated {
                calls += 1
                errno = EINTR
                return -1
            }
        }
        #expect(calls == 1000)
    }

    @Test func `Other errors are not repeated`() {
        var calls = 0
        #expect(throws: Errno.ioError) {
            try repeated {
                calls += 1
                errno = EIO
                return -1
            }
        }
        #expect(calls == 1)
    }

    @Test func `Files are opened, read and written as by swift-system`() throws {
        let tree = try TemporaryTree()
        let path = tree.path("file")
        let file = try FileDescriptor.boundedOpen(
            path, .readWrite, options: [.create, .exclusiveCreate], permissions: .ownerReadWrite)
        defer { try? file.close() }
        let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 >> 3) }
        try file.boundedWriteAll(bytes)
        try file.boundedWriteAll([])
        #expect(try tree.read("file") == bytes)
        try file.seek(offset: 299_999, from: .start)
        var block = [UInt8](repeating: 0, count: 5)
        #expect(try unsafe block.withUnsafeMutableBytes { try unsafe file.boundedRead(into: $0) } == 1)
        #expect(block[0] == bytes[299_999])
        #expect(try unsafe block.withUnsafeMutableBytes { try unsafe file.boundedRead(into: $0) } == 0)
        let count = try unsafe block.withUnsafeMutableBytes {
            try unsafe file.boundedRead(fromAbsoluteOffset: 1, into: $0)
        }
        #expect(count == 5 && block == Array(bytes[1..<6]))
        #expect(throws: Errno.fileExists) {
            try FileDescriptor.boundedOpen(path, .readWrite, options: [.create, .exclusiveCreate], permissions: [])
        }
    }
}
