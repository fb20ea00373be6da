import SystemPackage
import Testing
import WorkphotosTestSupport

/// What the program reports about real errors of servers and of disks behind remotes.
@Suite(
    .enabled(
        if: RemoteKind.installed.contains(.alias) && RefusingServer.isPossible, "rclone or python3 is not installed"))
struct RemoteErrorTests {
    private static let expired = """
        <?xml version="1.0"?><Error><Code>ExpiredToken</Code><Message>The provided token has expired.</Message></Error>
        """
    private static let overQuota = """
        <?xml version="1.0"?><Error><Code>QuotaExceeded</Code><Message>Nothing more fits</Message></Error>
        """

    private let world: WorkHome

    init() throws { world = try WorkHome(photos: 2) }

    /// The program, with a configuration of rclone.
    private func program(_ configuration: String) throws -> Program {
        try world.home.tree.write("rclone.conf", Array(configuration.utf8))
        var program = world.program
        program.variables["RCLONE_CONFIG"] = world.home.tree.path("rclone.conf").string
        return program
    }

    private func server(
        _ kind: RefusingServer.Kind, _ requests: String, _ status: Int, _ words: String = ""
    ) throws -> RefusingServer {
        try RefusingServer(kind, refusing: requests, with: status, words, home: world.home.tree.path("home").string)
    }

    @Test(
        arguments: [
            (.webdav, 507, "", 8), (.s3, 403, overQuota, 8), (.webdav, 401, "", 12), (.s3, 400, expired, 12),
        ] as [(RefusingServer.Kind, Int, String, Int32)])
    func `A used-up quota or an expired token ends the run with its exit status`(
        _ kind: RefusingServer.Kind, _ status: Int, _ words: String, _ exit: Int32
    ) throws {
        let server = try server(kind, "PUT /b/Office", status, words)
        let program = try program(server.configuration)
        #expect(try program.run("destination", "add", "nas", "rclone:server:b", "--create").exit == 0)
        let outcome = try program.run("upload")
        #expect(outcome.exit == exit, "\(outcome.notes)")
        #expect(outcome.notes.contains("ended early: "))
        #expect(!outcome.notes.contains("opensesame") && !outcome.notes.contains("\\t"))
        withExtendedLifetime(server) {}
    }

    /// S3 answers HEAD, which rclone uses to ask for one file, without a body.
    @Test(
        arguments: [(.webdav, 401, ""), (.s3, 403, expired), (.s3, 400, expired)]
            as [(RefusingServer.Kind, Int, String)])
    func `A destination whose token has expired requires a sign-in`(
        _ kind: RefusingServer.Kind, _ status: Int, _ words: String
    ) throws {
        let server = try server(kind, " /", status, words)
        let outcome = try program(server.configuration).run("destination", "add", "nas", "rclone:server:b", "--create")
        #expect(outcome.exit == 12, "\(outcome.notes)")
        #expect(!outcome.notes.contains("mounted"))
        withExtendedLifetime(server) {}
    }

    /// The server's own removal of the temporary file comes later than the next request.
    @Test func `A photo whose server gives it its name by copying, without an answer, is sent once`() throws {
        let server = try RefusingServer(
            .webdav, refusing: "MOVE", with: 504, doing: .copy, home: world.home.tree.path("home").string)
        let program = try program(server.configuration)
        #expect(try program.run("destination", "add", "nas", "rclone:server:b", "--create").exit == 0)
        let outcome = try program.run("upload")
        #expect(outcome.exit == 0, "\(outcome.notes)")
        let receipts = try program.run("receipts", "export").output
        #expect(!receipts.contains("(2)") && receipts.contains("work-1.jpg") && receipts.contains("work-2.jpg"))
        #expect(try program.run("verify").exit == 0)
        withExtendedLifetime(server) {}
    }

    @Test func `What a server stores after the photo has its name is removed by the next upload`() throws {
        let server = try RefusingServer(
            .webdav, refusing: "PUT /b/Office", with: 504, doing: .storeLater,
            home: world.home.tree.path("home").string)
        let program = try program(server.configuration)
        #expect(try program.run("destination", "add", "nas", "rclone:server:b", "--create").exit == 0)
        #expect(try program.run("upload").exit == 0)
        #expect(try names().contains(".part"))
        #expect(try program.run("upload").exit == 0)
        #expect(try !names().contains(".part"))
        #expect(try program.run("verify").exit == 0)
        withExtendedLifetime(server) {}
    }

    /// The names of all files at the remote, by rclone.
    private func names() throws -> String {
        let rclone = Program(path: "rclone", home: world.home.tree.path("home").string)
        let configuration = world.home.tree.path("rclone.conf").string
        return try rclone.run("lsf", "-R", "--config", configuration, "server:b").output
    }

    @Test(.enabled(if: PrivateMounts.areAllowed, "mounting takes CAP_SYS_ADMIN"), arguments: ["alias", "crypt"])
    func `A full disk behind a remote is reported as one, and leaves nothing unfinished`(_ type: String) throws {
        for name in ["work-1.jpg", "work-2.jpg"] {
            let photo = try #require(try world.photos()[name])
            try world.home.tree.write(
                FilePath("photos/" + name), photo + Array(name.utf8) + [UInt8](repeating: 1, count: 900_000))
        }
        try world.program.run("scan", world.home.library)
        let password = "password = hLYkGi0eaC3OHNLlLNuiHcWl6hvOkQ\n"
        let program = try program(
            "[disk]\ntype = \(type)\nremote = \(world.shelf.string)\n" + (type == "crypt" ? password : ""))
        let found = PrivateMounts.run { [world] mounts -> (Outcome, Int, Outcome)? in
            guard mounts.mountTemporary(on: world.shelf.string, kibibytes: 1_500),
                (try? program.run("destination", "add", "nas", "rclone:disk:b", "--create"))?.exit == 0,
                let full = try? program.run("upload"), let left = try? world.stored(),
                mounts.resizeTemporary(on: world.shelf.string, kibibytes: 65_536),
                let roomy = try? program.run("upload")
            else { return nil }
            return (full, left.values.count { $0.count > 100_000 }, roomy)
        }
        let (full, left, roomy) = try #require(found)
        // As for a folder on a full disk: 8 is for quotas.
        #expect([1, 3].contains(full.exit), "\(full.notes)")
        #expect(full.notes.contains(/^workphotos: ended early: .*space\n$/), "\(full.notes)")
        #expect(left <= 1)
        #expect(roomy.exit == 0, "\(roomy.notes)")
    }

    @Test func `An error in rclone's configuration is not reported as a missing mount, and names the file`() throws {
        try world.home.tree.makeDirectory("shelf")
        let program = try program("[nas]\ntype = alias\nremote = \(world.shelf.string)\n")
        #expect(try program.run("destination", "add", "nas", "rclone:nas:").exit == 0)
        try world.home.tree.write("rclone.conf", [])
        let gone = try program.run("upload")
        let file = world.home.tree.path("rclone.conf").string
        #expect(gone.exit == 1)
        #expect(
            gone.notes
                == "workphotos: The destination 'nas' (rclone:nas:): cannot be resolved: rclone's configuration "
                + "\(file) lacks a remote that it names\n  next: rclone listremotes --config \(file)\n")
        try world.home.tree.write("rclone.conf", Array("[nas]\ntype = cache\nremote = other:\n".utf8))
        let cache = "is a local cache, "
        #expect(
            try program.run("upload").notes.hasPrefix("workphotos: The destination 'nas' (rclone:nas:): \(cache)"))
        #expect(
            try program.run("destination", "add", "other", "rclone:nas:").notes
                .hasPrefix("workphotos: The destination rclone:nas: \(cache)"))
        try world.home.tree.write("rclone.conf", Array("[nas]\ntype = alias\nremote = /no/such/shelf\n".utf8))
        let moved = "If it was moved, say where it is now\n  next: workphotos destination add nas SPEC\n"
        #expect(try program.run("upload").notes.hasSuffix("does not exist; is it mounted? \(moved)"))
    }
}
