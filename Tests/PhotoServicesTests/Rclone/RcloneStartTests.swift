import PhotoPipeline
import PhotoServices
import SystemPackage
import Testing
import WorkphotosTestSupport

/// Starts of programs that replace rclone.
@Suite(.enabled(if: RcloneStandIn.isPossible, Comment(rawValue: RcloneStandIn.reason)))
struct RcloneStartTests {
    private func failure(of world: RcloneWorld) async -> UploadError? {
        await RcloneWorld.error { try await world.rclone.configuration() }
    }

    @Test(arguments: [
        ([1, 59, 2], false), ([1, 60, 0], true), ([1, 70], true), ([2, 0, 0], true), ([0, 99], false),
    ])
    func `It must be version 1.60 or later`(_ version: [Int], _ isRecent: Bool) async throws {
        let text = "v\(version.map(String.init).joined(separator: "."))"
        let world = try RcloneStandIn.world(["core/version": #"{"version": "\#(text)", "decomposed": \#(version)}"#])
        let error = await failure(of: world)
        #expect((error == nil) == isRecent)
        if let error {
            #expect(error.kind == .unavailable && error.detail.contains("is \(text), but 1.60 or later is needed"))
            #expect(await comesTrue { world.processes().isEmpty })
        }
    }

    @Test(
        arguments: [
            (#""main": {"DryRun": true}"#, "main.DryRun"), (#""main": {"Immutable": true}"#, "main.Immutable"),
            (#""filter": {"ExcludeRule": ["*"]}"#, "filter.ExcludeRule"),
            (#""filter": {"MaxSize": 5}"#, "filter.MaxSize"),
            (#""main": {"Suffix": ".old"}"#, "main.Suffix"), (#""rc": {"NoAuth": true}"#, "rc.NoAuth"),
        ])
    func `It is not used with an option that would falsify its answers`(_ options: String, _ name: String)
        async throws
    {
        let error = await failure(of: try RcloneStandIn.world(["options/get": "{\(options)}"]))
        #expect(error?.kind == .unavailable)
        #expect(error?.detail == "rclone runs with its option \(name), which makes its answers unreliable")
    }

    @Test func `Options without effect are allowed`() async throws {
        let options =
            #"{"filter": {"MinAge": 9223372036854775807, "MaxSize": -1, "ExcludeRule": null, "FilesFrom": []}}"#
        #expect(await failure(of: try RcloneStandIn.world(["options/get": options])) == nil)
    }

    @Test func `A program that ends at once is reported in its own words`() async throws {
        let world = try RcloneStandIn.world(program: "#!/bin/sh\necho first >&2\necho 'no luck' >&2\nexit 3\n")
        #expect(await failure(of: world)?.detail == "rclone did not start: it ended with exit status 3: no luck")
    }

    @Test func `One that never answers can be ended meanwhile`() async throws {
        let world = try RcloneStandIn.world(program: "#!/bin/sh\nexec sleep 1000\n")
        async let error = failure(of: world)
        try #require(await comesTrue { !world.processes().isEmpty })
        await world.rclone.stop()
        #expect(await error?.detail == "rclone did not start: it was ended")
        #expect(world.processes().isEmpty)
    }

    @Test func `One that never answers is ended at once by a task that is cancelled meanwhile`() async throws {
        let world = try RcloneStandIn.world(program: "#!/bin/sh\nexec sleep 1000\n")
        let asking = Task { await failure(of: world) }
        try #require(await comesTrue { !world.processes().isEmpty })
        asking.cancel()
        #expect(await asking.value?.detail == "rclone did not start: it was ended")
        #expect(world.processes().isEmpty)
    }

    @Test func `One that does not end is killed`() async throws {
        let stubborn = """
            #!/bin/sh
            trap '' TERM
            echo 'Serving remote control on http://127.0.0.1:1/' >&2
            while :; do sleep 0.1; done

            """
        let world = try RcloneStandIn.world(program: stubborn)
        #expect(await failure(of: world)?.kind == .unavailable)
        #expect(await comesTrue { world.processes().isEmpty })
    }

    @Test(
        arguments: [
            ("{}", "rclone's answer to operations/stat has no item"),
            (#"{"item": {"Path": "a"}}"#, "rclone's answer to operations/stat has no Name"),
            (#"{"item": {"Path": 1}}"#, "rclone's answer to operations/stat has something else for item.Path"),
            ("<html>", "rclone's answer to operations/stat cannot be read"),
        ])
    func `An answer without a required member is an error that names it`(_ body: String, _ detail: String) async throws
    {
        let world = try RcloneStandIn.world(["operations/stat": body])
        let place = try world.local("dir", "a")
        #expect(await RcloneWorld.error { try await world.rclone.item(at: place) } == UploadError(.failed, detail))
    }

    @Test func `A truncated answer may be repeated, and so may a file`() async throws {
        let world = try RcloneStandIn.world()
        let place = try world.local("dir", "a")
        #expect(await RcloneWorld.error { try await world.rclone.item(at: place) }?.kind == .transient)
        #expect(await RcloneWorld.error { try await world.bytes(place) }?.kind == .transient)
        #expect(try await world.rclone.configuration() == [:])
    }
}
