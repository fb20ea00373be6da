import Foundation
import PhotoModel
import PhotoPipeline
import PhotoServices
import SystemPackage
import Testing
import WorkphotosTestSupport

/// rclone with servers on this machine.
@Suite(.enabled(if: RcloneWorld.isInstalled, Comment(rawValue: RcloneWorld.reason)))
struct RcloneServersTests {
    /// A directory that rclone serves.
    private final class Server {
        let running: Running
        let port: Int

        init(_ kind: String, _ tree: TemporaryTree) throws {
            try tree.makeDirectory("served")
            let program = Program(path: "rclone", home: tree.path("").string)
            // If another program takes the port in between, another port is tried.
            for _ in 0..<20 {
                let port = Int.random(in: 20_000..<32_000)
                let running = try program.start([
                    "serve", kind, tree.path("served").string, "--addr", "127.0.0.1:\(port)", "--user", "me", "--pass",
                    "opensesame", "--config", "",
                ])
                if eventually({ !running.isRunning || running.notes.contains("127.0.0.1:\(port)") }), running.isRunning
                {
                    (self.running, self.port) = (running, port)
                    return
                }
            }
            throw Errno.addressInUse
        }
    }

    private static func remote(_ kind: String, _ port: Int) throws -> String {
        let obscured = try obscured("opensesame")
        return kind == "sftp"
            ? ":sftp,host=127.0.0.1,port=\(port),user=me,pass=\(obscured):dir"
            : ":webdav,url='http://127.0.0.1:\(port)/',vendor=other,user=me,pass=\(obscured):dir"
    }

    private static func obscured(_ text: String) throws -> String {
        let outcome = try Program(path: "rclone", home: "/").run("obscure", text)
        return outcome.output.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    @Test(arguments: ["sftp", "webdav"])
    func `Files are sent to a server and restored, whatever their names`(_ kind: String) async throws {
        let world = try RcloneWorld(flags: ["--low-level-retries=1"])
        let server = try Server(kind, world.tree)
        let remote = try Self.remote(kind, server.port)
        let names = ["-x.jpg", "a:b", "x]y", "100%", "a?b#c", " a ", "a\nb", "\"q\"", "\u{FC}", "{a}"]
        for name in names {
            try world.tree.write("source/file", Array(name.utf8))
            let place = try world.place(remote, "sub/\(name)")
            #expect(try await world.rclone.file(at: place) == nil)
            try await world.rclone.copyFile(from: try world.local("source", "file"), to: place)
            #expect(try await world.rclone.file(at: place)?.name == name)
            #expect(try await world.bytes(place) == Array(name.utf8))
            #expect(try await world.bytes(place, from: 1) == Array(name.utf8.dropFirst()))
        }
        let listed = try await world.rclone.list(try world.place(remote, "sub"))
        #expect(Set(listed.map(\.name)) == Set(names))
        withExtendedLifetime(server) {}
    }

    /// By default, rclone removes a file of that name before it asks the server to move a file there.
    @Test func `A server that can refuse to replace a file is asked to`() async throws {
        let world = try RcloneWorld(flags: ["--low-level-retries=1"])
        let server = try Server("webdav", world.tree)
        let remote = try Self.remote("webdav", server.port)
        try world.tree.write("source/new", [1, 2, 3])
        try world.tree.write("source/old", [4])
        let (new, old) = (try world.place(remote, "new"), try world.place(remote, "old"))
        try await world.rclone.copyFile(from: try world.local("source", "new"), to: new)
        try await world.rclone.copyFile(from: try world.local("source", "old"), to: old)
        let error = await RcloneWorld.error { try await world.rclone.moveFile(from: new, to: old) }
        #expect(error?.kind == .taken, "\(error?.detail ?? "it was replaced")")
        #expect(try await world.bytes(old) == [4])
        #expect(try await world.bytes(new) == [1, 2, 3])
        withExtendedLifetime(server) {}
    }

    /// A destination at the top of a server, whose configuration is put into the tree.
    static func service(
        at server: RefusingServer, in tree: TemporaryTree, flags: [String] = []
    ) async throws -> RcloneService {
        let world = try RcloneWorld(server.configuration, tree: tree, flags: flags)
        let service = RcloneService(
            try RcloneSpec("server:"), rclone: world.rclone, variables: [:], clock: SteppingClock(now: 0),
            random: { .random(in: .min ... .max) })
        _ = try await service.makeDestination(DestinationMarker(random: 1, 2), creating: true)
        return service
    }

    /// A file of three bytes to send.
    static func source(in tree: TemporaryTree) throws -> UploadSource {
        try tree.write("a.jpg", [1, 2, 3])
        return try UploadSource(tree.path("a.jpg"), interruption: TestInterruption())
    }

    @Test(.enabled(if: RefusingServer.isPossible), arguments: [500, 403])
    func `A file that a server moved, but reported as not moved, is found`(_ status: Int) async throws {
        let tree = try TemporaryTree()
        let server = try RefusingServer(
            .webdav, refusing: "MOVE", with: status, doing: .all, home: tree.path("").string)
        let service = try await Self.service(at: server, in: tree, flags: ["--low-level-retries=1"])
        let source = try Self.source(in: tree)
        let upload = try await service.prepare(PlannedCopy(target: "x/a.jpg", size: 3, modified: 0))
        let sent = try await service.send(source, as: upload)
        #expect(try await service.finish([sent])[0].get().size == 3)
        // A repeated request, such as after a lost answer, returns the same.
        #expect(try await service.finish([sent])[0].get().size == 3)
        withExtendedLifetime(server) {}
    }

    /// Such a server removes the temporary file seconds later.
    @Test(.enabled(if: RefusingServer.isPossible))
    func `A file that a server gave its name by copying, without an answer, is found, and the temporary one goes`()
        async throws
    {
        let tree = try TemporaryTree()
        let server = try RefusingServer(
            .webdav, refusing: "MOVE", with: 504, doing: .copy, home: tree.path("").string)
        let service = try await Self.service(at: server, in: tree)
        let source = try Self.source(in: tree)
        let upload = try await service.prepare(PlannedCopy(target: "x/a.jpg", size: 3, modified: 0))
        let sent = try await service.send(source, as: upload)
        expectFailure(await service.finish([sent])[0], .transient)
        #expect(try await service.finish([sent])[0].get().size == 3)
        #expect(server.refusals == 1)
        #expect(try await service.identify(Self.part(of: upload)) == .missing)
    }

    @Test(.enabled(if: RefusingServer.isPossible))
    func `A file with its name is found, though a late attempt to send it is being stored under the temporary one`()
        async throws
    {
        let tree = try TemporaryTree()
        let server = try RefusingServer(
            .webdav, refusing: "MOVE", with: 504, doing: .copy, home: tree.path("").string)
        let service = try await Self.service(at: server, in: tree)
        let upload = try await service.prepare(PlannedCopy(target: "x/a.jpg", size: 3, modified: 0))
        let sent = try await service.send(try Self.source(in: tree), as: upload)
        expectFailure(await service.finish([sent])[0], .transient)
        try tree.write("b.jpg", [1])
        let beginning = try UploadSource(tree.path("b.jpg"), interruption: TestInterruption())
        _ = try await Self.service(at: server, in: tree).send(beginning, as: upload)
        #expect(try await service.finish([sent])[0].get().size == 3)
        #expect(try await service.identify(Self.part(of: upload)) == .missing)
        withExtendedLifetime(server) {}
    }

    @Test(
        .enabled(if: RefusingServer.isPossible),
        arguments: [.copy, .copyBeginning, .makeRoom] as [RefusingServer.Deed])
    func `A file that a server may still copy to its name loses nothing, and is left to the next run`(
        deed: RefusingServer.Deed
    ) async throws {
        let (tree, isComplete) = (try TemporaryTree(), deed == .copy)
        let server = try RefusingServer(
            .webdav, refusing: "MOVE", with: 504, doing: deed, home: tree.path("").string)
        let service = try await Self.service(at: server, in: tree)
        let source = try Self.source(in: tree)
        let upload = try await service.prepare(PlannedCopy(target: "x/a.jpg", size: 3, modified: 0))
        let sent = try await service.send(source, as: upload)
        expectFailure(await service.finish([sent])[0], .transient)
        if !isComplete { expectFailure(await service.finish([sent])[0], .transient) }
        await expectError(.failed) { () throws(UploadError) in try await service.discard(upload, source: source) }
        #expect(try await service.identify(Self.part(of: upload)) == .unknown)
        let moving = TicketedUpload(
            target: upload.target, ticket: upload.ticket, modified: 0, sha256: sent.hashes.sha256, isMoving: true)
        let next = try await Self.service(at: server, in: tree)
        if isComplete {
            try await next.discard(moving, source: nil)
        } else {
            await expectError(.failed) { () throws(UploadError) in try await next.discard(moving, source: nil) }
        }
        #expect(try await next.identify(Self.part(of: upload)) == (isComplete ? .missing : .unknown))
        #expect(try await next.inspect(upload.target)?.size == (deed == .copyBeginning ? 1 : 3))
        withExtendedLifetime(server) {}
    }

    @Test(.enabled(if: RefusingServer.isPossible))
    func `A name that a server refuses at the first request is another's`() async throws {
        let tree = try TemporaryTree()
        let server = try RefusingServer(
            .webdav, refusing: "MOVE", with: 412, doing: .copy, home: tree.path("").string)
        let service = try await Self.service(at: server, in: tree)
        let source = try Self.source(in: tree)
        let upload = try await service.prepare(PlannedCopy(target: "x/a.jpg", size: 3, modified: 0))
        let sent = try await service.send(source, as: upload)
        expectFailure(await service.finish([sent])[0], .taken)
        try await service.discard(upload, source: source)
        #expect(try await service.identify(Self.part(of: upload)) == .missing)
        #expect(try await service.identify(upload.target) == .unknown)
        withExtendedLifetime(server) {}
    }

    /// Where an upload's bytes are until they have their name.
    private static func part(of upload: TicketedUpload) -> CopyLocation {
        CopyLocation(upload.target.path.removingLastComponent().appending(upload.ticket))
    }

    /// By default rclone asks three times, and leaves up to two seconds between all requests by that directory.
    @Test(.enabled(if: RefusingServer.isPossible))
    func `A WebDAV server that cannot move a file for the moment is asked once`() async throws {
        let tree = try TemporaryTree()
        let server = try RefusingServer(.webdav, refusing: "MOVE", with: 502, home: tree.path("").string)
        let service = try await Self.service(at: server, in: tree)
        let source = try Self.source(in: tree)
        let upload = try await service.prepare(PlannedCopy(target: "x/a.jpg", size: 3, modified: 0))
        let sent = try await service.send(source, as: upload)
        guard case .failure(let error) = await service.finish([sent])[0] else {
            Issue.record("It was moved")
            return
        }
        #expect(error.kind == .transient && error.lasting == .unavailable, "\(error.detail)")
        #expect(server.refusals == 1)
    }

    @Test(
        .enabled(if: RefusingServer.isPossible),
        arguments: [("PROPFIND", .missing), ("DELETE", .transient)] as [(String, UploadError.Kind)])
    func `A temporary file that a server denies but lists is not given up`(
        _ request: String, _ kind: UploadError.Kind
    ) async throws {
        let tree = try TemporaryTree()
        let server = try RefusingServer(
            .webdav, refusing: "\(request) /x/.workphotos-", with: 404, home: tree.path("").string)
        let service = try await Self.service(at: server, in: tree, flags: ["--low-level-retries=1"])
        let source = try Self.source(in: tree)
        let upload = try await service.prepare(PlannedCopy(target: "x/a.jpg", size: 3, modified: 0))
        // The bytes arrive, whatever the answer.
        _ = try? await service.send(source, as: upload)
        await expectError(kind) { () throws(UploadError) in try await service.discard(upload, source: source) }
        withExtendedLifetime((server, tree)) {}
    }

    /// By default rclone sends a file three times, and says nothing of the first two.
    @Test(.enabled(if: RefusingServer.isPossible))
    func `A file is sent once, so that each attempt without an answer is known`() async throws {
        let tree = try TemporaryTree()
        let server = try RefusingServer(
            .webdav, refusing: "PUT /x/.workphotos-", with: 504, home: tree.path("").string)
        let service = try await Self.service(at: server, in: tree)
        #expect(service.storesLate)
        let source = try Self.source(in: tree)
        let upload = try await service.prepare(PlannedCopy(target: "x/a.jpg", size: 3, modified: 0))
        let error = await #expect(throws: UploadError.self) { _ = try await service.send(source, as: upload) }
        #expect(error?.kind == .transient && error?.lasting == .unavailable)
        #expect(server.refusals == 1)
        try await service.discard(upload, source: source)
    }

    /// In each step what the first attempt has sent comes late.
    @Test(.enabled(if: RefusingServer.isPossible), arguments: [false, true])
    func `What comes under the temporary name of a copy that has its name is removed`(isNextRun: Bool) async throws {
        let tree = try TemporaryTree()
        let server = try RefusingServer(.webdav, refusing: "nothing", with: 500, home: tree.path("").string)
        let service = try await Self.service(at: server, in: tree)
        let source = try Self.source(in: tree)
        let upload = try await service.prepare(PlannedCopy(target: "x/a.jpg", size: 3, modified: 0))
        _ = try await service.finish([try await service.send(source, as: upload)])[0].get()
        _ = try await service.send(source, as: upload)
        let remover = isNextRun ? try await Self.service(at: server, in: tree) : service
        try await remover.discard(upload, source: source)
        #expect(try await remover.identify(Self.part(of: upload)) == .missing)
        #expect(try await remover.inspect(upload.target)?.size == 3)
        withExtendedLifetime(server) {}
    }

    @Test(arguments: ["sftp", "webdav"])
    func `An unreachable server, or a wrong password, is reported without the password`(_ kind: String) async throws {
        let world = try RcloneWorld(flags: ["--low-level-retries=1"])
        let server = try Server(kind, world.tree)
        let wrong = try Self.remote(kind, server.port).replacing("pass=", with: "pass='").replacing(
            ":dir", with: "':dir")
        let password = try Self.obscured("hunter2")
        let other = try Self.remote(kind, server.port).replacing(
            /pass=[^:]*/, with: "pass=\(password)")
        let refused = try world.place(other, "a")
        let error = await RcloneWorld.error { try await world.rclone.file(at: refused) }
        #expect(error?.kind == .signIn, "\(error?.detail ?? "")")
        server.running.send(SIGKILL)
        _ = try server.running.wait()
        let gone = try world.place(wrong, "a")
        let second = await RcloneWorld.error { try await world.rclone.file(at: gone) }
        #expect(second?.kind == .transient, "\(second?.detail ?? "")")
        for detail in [error, second].compactMap(\.?.detail) {
            #expect(!detail.contains("opensesame") && !detail.contains("hunter2") && !detail.contains(password))
        }
    }
}
