import Foundation
import PhotoModel
import PhotoPipeline
import PhotoServices
import SystemPackage
import Testing
import WorkphotosTestSupport

@Suite(.enabled(if: RcloneWorld.isInstalled, Comment(rawValue: RcloneWorld.reason)))
struct RcloneDaemonTests {
    /// A configuration that was encrypted with the password `secret`.
    private static let encrypted = """
        # Encrypted rclone configuration File

        RCLONE_ENCRYPT_V0:
        Sd6X5m5mXcSob6omnKivIiOebrGGnPEuq/GmiEv2SujTbRCymnCUFFuBXJEFgmoRcDioxM/69xCMIptJ0Wduax8eHt4zBA6JNoj3DoX8rYe5

        """

    private func failure(of world: RcloneWorld) async -> UploadError? {
        await RcloneWorld.error { try await world.rclone.configuration() }
    }

    @Test func `The first call starts it, once for many callers, and stop ends it`() async throws {
        let world = try RcloneWorld()
        #expect(world.processes().isEmpty)
        await withTaskGroup { group in
            for _ in 0..<8 { group.addTask { _ = try? await world.rclone.configuration() } }
        }
        #expect(world.processes().count == 1)
        await world.rclone.stop()
        #expect(world.processes().isEmpty)
        #expect(await failure(of: world)?.kind == .unavailable)
        await world.rclone.stop()
        #expect(world.processes().isEmpty)
    }

    @Test func `It ends when no one uses it any more`() async throws {
        let tree = try TemporaryTree()
        _ = try await RcloneWorld(tree: tree).rclone.configuration()
        #expect(
            await comesTrue { RcloneWorld.processes(with: "RCLONE_CONFIG=" + tree.path("rclone.conf").string).isEmpty })
    }

    @Test func `A killed one fails the current call and all later ones, and is not started again`()
        async throws
    {
        let world = try RcloneWorld(rateLimit: "1M")
        let copy = try await world.startCopy()
        for number in world.processes() { kill(number, SIGKILL) }
        let error = await copy.value
        #expect(
            error?.kind == .unavailable && error?.detail.contains("signal 9 ended it") == true, "\(error?.detail ?? "")"
        )
        #expect(await failure(of: world)?.kind == .unavailable)
        #expect(world.processes().isEmpty)
    }

    @Test
    func `Its arguments contain no secret, and its environment only permitted rclone variables`()
        async throws
    {
        let world = try RcloneWorld(
            flags: ["--transfers", "2"], rateLimit: "8M",
            variables: [
                "RCLONE_DRY_RUN": "true", "RCLONE_EXCLUDE": "*", "RCLONE_SFTP_HOST": "nas", "RCLONE_ALIAS_REMOTE": "/",
                "RCLONE_RC_NO_AUTH": "true", "RCLONE_CONFIG_DIR": "/x", "RCLONE_CONFIG_": "x", "RCLONE_CONFIG_A_": "x",
                "RCLONE_CONFIG_PASS": "locked", "RCLONE_CONFIG_PASS_TYPE": "local",
                "RCLONE_CONFIG_MY-NAS_TYPE": "local",
                "OTHER": "kept",
            ])
        try world.tree.write("dir/a")
        #expect(try await world.rclone.item(at: try world.place("my-nas:TREE/dir", "a")) != nil)
        #expect(try await world.rclone.item(at: try world.place("pass:TREE/dir", "a")) != nil)
        let number = try #require(world.processes().first)
        let arguments = try #require(FileManager.default.contents(atPath: "/proc/\(number)/cmdline"))
        let variables = try #require(FileManager.default.contents(atPath: "/proc/\(number)/environ"))
            .split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
        let own = variables.filter { $0.hasPrefix("RCLONE_") }.map { String($0.prefix { $0 != "=" }) }
        #expect(
            Set(own) == [
                "RCLONE_CONFIG", "RCLONE_CONFIG_PASS", "RCLONE_CONFIG_PASS_TYPE", "RCLONE_CONFIG_MY-NAS_TYPE",
            ])
        #expect(variables.contains("OTHER=kept"))
        let line = String(decoding: arguments, as: UTF8.self)
        #expect(!line.contains("locked"))
        // The user and a hash of the password are in a file in memory.
        let input = try #require(FileManager.default.contents(atPath: "/proc/\(number)/fd/0"))
        #expect(String(decoding: input, as: UTF8.self).contains(/^[0-9a-f]{32}:\{SHA\}[A-Za-z0-9+\/]{27}=\n$/))
        #expect(line.contains("--transfers=2") && line.contains("--bwlimit=8M"))
    }

    @Test(arguments: [("no-such-rclone", " in PATH"), ("/no/such/rclone", "")])
    func `A missing program is reported, with what to do`(program: String, place: String) async throws {
        let error = await failure(of: try RcloneWorld(program: program))
        #expect(error?.kind == .unavailable)
        #expect(
            error?.detail
                == "there is no program \(program)\(place); install rclone (1.60 or later), or set program in "
                + "[rclone] of the configuration")
        #expect(error?.remedy == .command("sudo apt install rclone"))
    }

    @Test func `A value that rclone refuses is reported in rclone's words`() async throws {
        let error = await failure(of: try RcloneWorld(rateLimit: "zzz"))
        #expect(error?.kind == .unavailable)
        #expect(error?.detail.contains("invalid argument \"zzz\" for \"--bwlimit\"") == true, "\(error?.detail ?? "")")
    }

    @Test func `An encrypted configuration needs its password`() async throws {
        #expect(
            await failure(of: try RcloneWorld(Self.encrypted))?.detail
                == "rclone's configuration is encrypted; set RCLONE_CONFIG_PASS to its password")
        #expect(
            await failure(of: try RcloneWorld(Self.encrypted, variables: ["RCLONE_CONFIG_PASS": "wrong"]))?.detail
                == "rclone's configuration is encrypted, and RCLONE_CONFIG_PASS is not its password; set it to that")
        let world = try RcloneWorld(Self.encrypted, variables: ["RCLONE_CONFIG_PASS": "secret"])
        #expect(try await world.rclone.configuration()["a"]?["type"] == "alias")
    }

    @Test func `No error contains a secret of a remote`() async throws {
        let world = try RcloneWorld(
            "[nas]\ntype = webdav\nurl = http://me:opensesame@127.0.0.1:1/\npass = zQ3xVv8s\n",
            flags: ["--low-level-retries=1"])
        for remote in [
            ":webdav,url='http://a:hunter2/x@127.0.0.1:1/':", ":webdav,url='http://127.0.0.1:1/?sig=hunter2':",
            "nas:", ":sftp,host=127.0.0.1,port=1,user=me,pass=hunter2:dir",
            ":webdav,url='http://a:hunter2@127.0.0.1:1/':",
        ] {
            let place = try world.place(remote, "file")
            let error = await RcloneWorld.error {
                try await world.rclone.item(at: place)
            }
            let detail = try #require(error?.detail)
            #expect(
                !detail.contains("opensesame") && !detail.contains("hunter2") && !detail.contains("zQ3xVv8s"),
                "\(detail)")
        }
    }
}
