import Foundation
import Glibc
import SystemPackage
import Testing
import WorkphotosTestSupport

/// Servers that fail on request.
struct RemoteFaultTests {
    private let tree: TemporaryTree

    init() throws {
        tree = try TemporaryTree()
        try tree.write("a.jpg", [UInt8](repeating: 7, count: 3_000_000))
    }

    /// Copies the file there, without retries.
    private func copy(to remote: TestRemote) throws -> Outcome {
        try remote.rclone(
            "copyto", tree.path("a.jpg").string, remote.spec(of: "a.jpg"), "--retries", "1", "--low-level-retries", "1",
            "--contimeout", "5s", "--timeout", "5s")
    }

    @Test(arguments: RemoteKind.installed.filter { $0.hasServer && $0 != .s3 })
    func `A restarted server uses the same port and contents`(_ kind: RemoteKind) throws {
        let remote = try TestRemote(kind, server: .own)
        let server = try #require(remote.server)
        #expect(try copy(to: remote).exit == 0)
        let first = try #require(server.number)
        server.stop()
        #expect(server.number == nil && hasEnded(first))
        #expect(try copy(to: remote).exit != 0)
        try server.start()
        #expect(try remote.rclone("lsf", remote.spec).output == "a.jpg\n")
    }

    @Test(.needs(.s3)) func `moto restarts empty`() throws {
        let remote = try TestRemote(.s3, server: .own)
        #expect(try copy(to: remote).exit == 0)
        remote.server?.stop()
        try remote.server?.start()
        #expect(try remote.rclone("lsf", remote.spec).exit != 0)
    }

    @Test(.needs(.sftp)) func `A suspended server answers when it continues`() throws {
        let remote = try TestRemote(.sftp, server: .own)
        let server = try #require(remote.server)
        server.pause()
        let late = try copy(to: remote)
        #expect(late.exit != 0 && late.notes.contains("timeout"), "\(late.notes)")
        server.resume()
        #expect(try copy(to: remote).exit == 0)
    }

    @Test(arguments: RemoteKind.installed.filter { $0.hasServer && $0 != .ftp })
    func `A connection is cut in the middle of a file, and the next one is served`(_ kind: RemoteKind) throws {
        let remote = try TestRemote(kind, server: .behindProxy)
        let proxy = try #require(remote.proxy)
        proxy.cut(after: 1_000_000)
        #expect(try copy(to: remote).exit != 0)
        #expect(try copy(to: remote).exit == 0)
        #expect(proxy.received > 4_000_000)
        #expect(try remote.rclone("lsf", "--format", "sp", remote.spec).output == "3000000;a.jpg\n")
    }

    @Test(.needs(.webdav)) func `Every connection is cut while the network is down`() throws {
        let remote = try TestRemote(.webdav, server: .behindProxy)
        let proxy = try #require(remote.proxy)
        proxy.close()
        #expect(try copy(to: remote).exit != 0)
        #expect(proxy.received == 0)
        proxy.open()
        #expect(try copy(to: remote).exit == 0)
    }
}
