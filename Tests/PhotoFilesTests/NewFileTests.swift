import Foundation
import Glibc
import PhotoFiles
import PhotoModel
import SystemPackage
import Testing
import WorkphotosTestSupport

struct NewFileTests {
    private let tree: TemporaryTree
    private var path: FilePath { tree.path("file") }

    init() throws {
        tree = try TemporaryTree()
        try tree.write("file", [1])
    }

    private func made() throws(Errno) -> NewFile {
        let new = try NewFile(at: path, mode: 0o600)
        try new.file.write([2, 2])
        return new
    }

    private func names() throws -> Set<String> {
        Set(try PhotoFiles.names(in: path.removingLastComponent()).map { String(decoding: $0, as: UTF8.self) })
    }

    @Test func `The old file is there until the new one is complete`() throws {
        var new = try made()
        #expect(try tree.read("file") == [1])
        try new.finish()
        #expect(try tree.read("file") == [2, 2])
        #expect(try names() == ["file"])
        #expect(try FileStatus(at: path).permissions == .ownerReadWrite)
    }

    @Test func `What is not finished leaves nothing`() throws {
        do {
            _ = try made()
        }
        #expect(try names() == ["file"])
        #expect(try tree.read("file") == [1])
    }

    @Test func `A name that is taken stays with its file, if that is asked for`() throws {
        #expect(throws: Errno.fileExists) {
            var new = try made()
            try new.takeName(replacing: false)
        }
        #expect(try tree.read("file") == [1])
        NamedFile.remove(path)
        var new = try made()
        try new.finish(replacing: false)
        #expect(try tree.read("file") == [2, 2])
        #expect(try names() == ["file"])
    }

    @Test func `A taken temporary name is another's`() throws {
        try tree.write("part", [7])
        let directory = DirectoryHandle(try OpenFile(tree.path, flags: OpenFlags.path))
        #expect(throws: Errno.fileExists) { _ = try NewFile("file", in: directory, as: "part", mode: 0o600) }
        #expect(try tree.read("part") == [7])
    }

    @Test func `What has a temporary name is told of and stays, however old it is`() throws {
        let number = String(repeating: "7", count: 20)
        let left = ["a.jpg.\(number).new", "file.\(number).new"]
        let others = [
            "file.new", "file.1.new", "file.20260501.new", "file.x\(number).new", "file.\(number).new.jpg",
            ".\(number).new", "a.jpg.\(number.dropLast()).new",
        ]
        for name in left + others {
            try tree.write(FilePath(name), [7])
            try tree.setModified(FilePath(name), seconds: time(nil) - 90_000)
        }
        do {
            var new = try made()
            let told = new.leftovers.map(\.string)
            #expect(Set(told) == Set(left))
            try new.finish()
        }
        #expect(try names() == Set(left + others + ["file"]))
    }

    @Test func `It is closed when it gets its name, unless somebody keeps it`() throws {
        var new = try made()
        try new.takeName()
        #expect(throws: Errno.badFileDescriptor) { try new.file }
        var other = try made()
        let kept = try other.file
        try other.takeName()
        try kept.write([3])
        #expect(try tree.read("file") == [3, 2])
    }

    @Test(.enabled(if: CallWatch.isAllowed, "watching system calls takes a kernel with seccomp"))
    func `The content is on the disk before the name is given, and then the name`() throws {
        try tree.write("state/other", [1])
        let path = tree.path("state/file")
        let run = CallWatch.run(below: tree.path) {
            do {
                var new = try NewFile(at: path, mode: 0o600)
                try new.file.write([2])
                try new.finish(replacing: false)
                return true
            } catch {
                return false
            }
        }
        let watched = try #require(run)
        #expect(watched.result)
        #expect(
            watched.calls.map { $0.replacing(#/[0-9]+/#, with: "1") } == [
                "sync state/file.1.new", "link state/file.1.new -> state/file", "unlink state/file.1.new", "sync state",
            ])
    }
}
