import Foundation
import Glibc
import SystemPackage
import Testing
import WorkphotosTestSupport

/// Checks the remotes that other tests use.
struct TestRemoteTests {
    private let tree: TemporaryTree
    /// Longer than a chunk of chunker's, and random, so that no other file has the same bytes.
    private let bytes = (0..<20_000).map { _ in UInt8.random(in: 0...255) }

    init() throws {
        tree = try TemporaryTree()
        try tree.write("a.jpg", bytes)
    }

    /// Copies a file there, and reads it directly and through rclone.
    private func checkCopy(_ kind: RemoteKind, under name: String = "2024/a b.jpg") throws {
        let remote = try TestRemote(kind)
        try expectDone(try remote.rclone("copyto", tree.path("a.jpg").string, remote.spec(of: name)))
        try expectDone(try remote.rclone("copyto", remote.spec(of: name), tree.path("back.jpg").string))
        #expect(try tree.read("back.jpg") == bytes)
        let files = try remote.place.map(contents)
        switch kind {
        case .s3: #expect(files == nil)
        case .crypt:
            #expect(files?.count == 1)
            #expect(files?[name] == nil && files?.values.contains(bytes) == false)
        case .chunker:
            let pieces = files?.filter { $0.key.hasPrefix("\(name).rclone_chunk.") }.sorted { $0.key < $1.key } ?? []
            #expect(pieces.map(\.value.count) == [8_192, 8_192, 3_616])
            #expect(pieces.flatMap(\.value) == bytes)
        default: #expect(files == [name: bytes])
        }
    }

    /// Every file below a directory, by its path.
    private func contents(_ directory: FilePath) throws -> [String: [UInt8]] {
        var files: [String: [UInt8]] = [:]
        for name in try FileManager.default.subpathsOfDirectory(atPath: directory.string) {
            let path = directory.appending(name).string
            if let data = FileManager.default.contents(atPath: path) { files[name] = Array(data) }
        }
        return files
    }

    private func expectDone(_ outcome: Outcome) throws {
        try #require(outcome.exit == 0, "\(outcome.notes)")
    }

    @Test(.needs(.local)) func `A directory by its path`() throws { try checkCopy(.local) }
    @Test(.needs(.alias)) func `A directory by another name`() throws { try checkCopy(.alias) }
    @Test(.needs(.crypt)) func `A directory of encrypted files`() throws { try checkCopy(.crypt) }
    @Test(.needs(.chunker)) func `A directory of pieces of files`() throws { try checkCopy(.chunker) }
    @Test(.needs(.union)) func `Two directories as one`() throws { try checkCopy(.union) }
    @Test(.needs(.sftp)) func `SFTP by rclone`() throws { try checkCopy(.sftp) }
    @Test(.needs(.openssh)) func `SFTP by OpenSSH`() throws { try checkCopy(.openssh) }
    @Test(.needs(.opensshShell)) func `SFTP by OpenSSH with a shell`() throws { try checkCopy(.opensshShell) }
    @Test(.needs(.webdav)) func `WebDAV by rclone`() throws { try checkCopy(.webdav) }
    @Test(.needs(.apache)) func `WebDAV by Apache`() throws { try checkCopy(.apache) }
    // If a directory is missing, rclone asks this server for it and treats its answer as an error.
    @Test(.needs(.ftp)) func `FTP by pyftpdlib`() throws { try checkCopy(.ftp, under: "a b.jpg") }
    @Test(.needs(.s3)) func `S3 by moto`() throws { try checkCopy(.s3) }

    @Test(.needs(.openssh), .needs(.opensshShell))
    func `Only with a shell does OpenSSH provide a checksum`() throws {
        for (kind, hasSum) in [(RemoteKind.openssh, false), (.opensshShell, true)] {
            let remote = try TestRemote(kind)
            try expectDone(try remote.rclone("copyto", tree.path("a.jpg").string, remote.spec(of: "a.jpg")))
            #expect(try remote.rclone("lsf", remote.spec).output == "a.jpg\n")
            let sums = try remote.rclone("md5sum", remote.spec).output
            #expect((sums.count == 40 && sums.hasSuffix("  a.jpg\n")) == hasSum, "\(sums)")
        }
    }

    @Test(arguments: RemoteKind.installed.filter(\.hasServer))
    func `A server ends with its remote, even if a test throws`(_ kind: RemoteKind) throws {
        struct Thrown: Error {}
        var processes: [Int32] = []
        #expect(throws: Thrown.self) {
            let remote = try TestRemote(kind, server: .own)
            processes = processTree(try #require(remote.server?.number))
            throw Thrown()
        }
        #expect(!processes.isEmpty && processes.allSatisfy(hasEnded))
    }

    @Test(.needs(.webdav)) func `Remotes share a server, and do not see each other`() throws {
        let remotes = [try TestRemote(.webdav), try TestRemote(.webdav)]
        try expectDone(try remotes[0].rclone("copyto", tree.path("a.jpg").string, remotes[0].spec(of: "a.jpg")))
        #expect(try remotes.map { try $0.rclone("lsf", $0.spec).output } == ["a.jpg\n", ""])
        #expect(remotes[0].place?.removingLastComponent() == remotes[1].place?.removingLastComponent())
        #expect(remotes.allSatisfy { $0.server == nil })
    }
}
