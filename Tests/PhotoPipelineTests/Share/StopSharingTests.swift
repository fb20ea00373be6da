import PhotoIndex
import PhotoModel
import PhotoPipeline
import SystemPackage
import Testing
import WorkphotosTestSupport

/// What is shared is taken back, and counts as shared until the destination has said that it is not.
struct StopSharingTests {
    private let anna = ShareAudience.person("anna@example.com")

    @Test func `A shared photo that became personal is reported until it is stopped`() async throws {
        let scene = try await ShareScene("a.jpg", "b.jpg")
        try await scene.share()
        #expect(try scene.exposed().isEmpty)
        try scene.uploads.mark("a.jpg", .personal)
        #expect(try scene.exposed() == ["a.jpg"])
        #expect(try await scene.stop("a.jpg").states == ["a.jpg removed"])
        #expect(scene.nas.shown == [UploadScene.target("b.jpg").string])
        #expect(try scene.exposed().isEmpty)
    }

    @Test func `An edited or removed photo is reported by the contents of its copy`() async throws {
        let scene = try await ShareScene("a.jpg", "b.jpg")
        try await scene.share()
        try scene.uploads.write("a.jpg", 77)
        try await scene.uploads.scan()
        try scene.uploads.mark("a.jpg", .personal)
        #expect(try scene.exposed() == ["a.jpg"], "the photo that has its path is personal")
        try scene.uploads.mark("b.jpg", .personal)
        try scene.uploads.tree.remove(scene.uploads.file("b.jpg"))
        try await scene.uploads.scan(acceptsMissing: true)
        #expect(try scene.exposed() == ["a.jpg", "b.jpg"])
        #expect(try await scene.stop("a.jpg", "b.jpg").states == ["a.jpg removed", "b.jpg removed"])
    }

    @Test func `A photo that was moved and then edited is found by its new name`() async throws {
        let scene = try await ShareScene("a.jpg", "c.jpg", "d.jpg")
        try await scene.share("a.jpg")
        let uploads = scene.uploads
        try uploads.tree.rename(uploads.file("a.jpg"), to: uploads.file("b.jpg"))
        try await uploads.scan()
        try uploads.write("b.jpg", 77)
        try await uploads.scan()
        #expect(try await scene.stop("b.jpg").states == ["a.jpg removed"])
    }

    @Test func `A photo that is shared with several is stopped for all of them`() async throws {
        let scene = try await ShareScene("a.jpg")
        try await scene.share(to: [ShareGrant(anna), ShareGrant(.person("ben@example.com"))])
        try await scene.share()
        #expect(try await scene.stop("a.jpg").states == ["a.jpg removed", "a.jpg removed", "a.jpg removed"])
        let again = try await scene.stop("a.jpg")
        #expect(again.states.isEmpty && again.summary.unshared.map(\.standing) == [.notShared])
    }

    @Test func `A share exists until the destination confirms its end`() async throws {
        let scene = try await ShareScene("a.jpg")
        try await scene.share()
        scene.nas.keepsSharing = true
        let refused = try await scene.stop()
        #expect(refused.states == ["a.jpg refused sharing-failed"])
        scene.nas.isGone = true
        let away = try await scene.stop()
        #expect(away.states == ["a.jpg failed unavailable"] && away.summary.endedBy != nil)
        #expect(try scene.list().count == 1)
        scene.nas.isGone = false
        scene.nas.keepsSharing = false
        #expect(try await scene.stop().states == ["a.jpg removed"])
        #expect(try scene.list().isEmpty)
        #expect(try await scene.stop().states.isEmpty)
    }

    @Test func `Only for a share without an answer, the permissions that are known to be others' are named`()
        async throws
    {
        let scene = try await ShareScene("a.jpg")
        let ben = ShareAudience.person("ben@example.com")
        try await scene.share(to: [ShareGrant(anna)])
        scene.nas.fail(.share, with: UploadError(.failed, "who knows"))
        try await scene.share(to: [ShareGrant(ben)])
        try await scene.stop()
        let known = scene.nas.calls.compactMap { call -> [ShareAudience: Set<String>]? in
            if case .stop(_, let audience, let others) = call { [audience: others] } else { nil }
        }
        #expect(known.count == 2 && known.contains([anna: []]) && known.contains([ben: ["anna@example.com"]]))
    }

    @Test func `A permission for another photo may be the same person's by another address`() async throws {
        let scene = try await ShareScene("a.jpg", "b.jpg")
        try await scene.share("b.jpg", to: [ShareGrant(anna)])
        scene.nas.fail(.share, with: UploadError(.failed, "who knows"))
        let alias = ShareAudience.person("an.na@example.com")
        try await scene.share("a.jpg", to: [ShareGrant(alias)])
        try await scene.stop(audiences: [alias])
        let others = scene.nas.calls.compactMap { call -> Set<String>? in
            if case .stop(_, alias, let others) = call { others } else { nil }
        }
        #expect(others == [[]])
    }

    @Test func `It can be limited to a person, a link, a destination`() async throws {
        let scene = try await ShareScene("a.jpg", "b.jpg")
        try await scene.share("a.jpg", to: [ShareGrant(anna), ShareGrant(.person("ben@example.com"))])
        try await scene.share("b.jpg")
        #expect(try await scene.stop(audiences: [anna], isDryRun: true).states == ["a.jpg planned"])
        #expect(try await scene.stop(audiences: [anna]).states == ["a.jpg removed"])
        #expect(try await scene.stop(destination: "attic").states.isEmpty)
        #expect(try await scene.stop(audiences: [.link], destination: "nas").states == ["b.jpg removed"])
        #expect(try scene.list().map(\.grant?.audience) == [.person("ben@example.com")])
        await expectRefusal(.unknown) { try await scene.stop(destination: "nowhere") }
    }

    @Test func `A copy's path below the destination's top also selects it`() async throws {
        let scene = try await ShareScene("a.jpg", "b.jpg")
        try await scene.share()
        #expect(try await scene.stop(UploadScene.target("a.jpg")).states == ["a.jpg removed"])
    }

    @Test func `A share that a killed run requested counts as shared, and is stopped`() async throws {
        let scene = try await ShareScene("a.jpg")
        let index = try scene.uploads.writableIndex
        let target = CopyLocation(UploadScene.target("a.jpg"))
        let basis = try #require(try index.basis())
        let candidate = try #require(
            try index.group(ofFileAt: scene.uploads.tree.path(scene.uploads.file("a.jpg")), .sending(to: 1)))
        let action = Action(
            kind: .upload, group: candidate.group, members: [Action.Member(candidate.members[0], target: target)],
            destination: DestinationName(id: 1, name: "nas"))
        let intents = try index.intendShares(of: [action], [ShareGrant(anna)], at: 1, basis: basis)
        guard case .begun = intents[0] else { throw PipelineError(.unknown, "\(intents)") }
        #expect(try scene.list().map(\.state) == [.planned])
        try scene.uploads.mark("a.jpg", .personal)
        #expect(try scene.exposed() == ["a.jpg"])
        #expect(try await scene.stop().states == ["a.jpg removed"])
        #expect(scene.nas.calls.last == .stop(target, anna, besides: []))
        #expect(try scene.list().isEmpty)
    }

    @Test func `An expired share is no longer shared`() async throws {
        let scene = try await ShareScene("a.jpg")
        let end = scene.uploads.clock.now + 1_000_000_000
        try await scene.share(to: [ShareGrant(anna, expires: end)])
        #expect(try scene.list().count == 1)
        scene.uploads.clock.advance(seconds: 2)
        #expect(try scene.list().isEmpty)
        #expect(try await scene.share(to: [ShareGrant(anna)]).states == ["a.jpg done"])
        #expect(try scene.list().count == 1)
    }

    @Test func `A share that expired by a wrong clock is reported if it exposes a photo, and stopped`() async throws {
        let scene = try await ShareScene("a.jpg")
        try await scene.share(to: [ShareGrant(anna, expires: scene.uploads.clock.now + 1_000_000_000)])
        scene.uploads.clock.advance(seconds: 2)
        try scene.uploads.mark("a.jpg", .personal)
        #expect(try scene.exposed() == ["a.jpg"])
        #expect(try scene.list().first?.detail?.contains("this machine's clock") == true)
        #expect(try await scene.stop("a.jpg").states == ["a.jpg removed"])
        #expect(scene.nas.shown.isEmpty)
        #expect(try scene.list().isEmpty)
    }

    @Test func `A share that another run is making does not count as ended`() async throws {
        let scene = try await ShareScene("a.jpg")
        let held = scene.nas.hold(.share, of: UploadScene.target("a.jpg"))
        async let shared = scene.share()
        await held.reached()
        let stopped = try await scene.stop()
        #expect(stopped.states == ["a.jpg failed interrupted"])
        #expect(stopped.results.first?.detail?.contains("stop it once more") == true)
        held.release()
        #expect(try await shared.states == ["a.jpg done"])
        #expect(try await scene.stop().states == ["a.jpg removed"])
        #expect(scene.nas.shown.isEmpty)
    }

    @Test func `What another run has not shared yet it does not share after a stop`() async throws {
        let scene = try await ShareScene("a.jpg", "b.jpg")
        let held = scene.nas.hold(.share, of: UploadScene.target("a.jpg"))
        async let shared = scene.share(parallel: 1)
        await held.reached()
        #expect(try await scene.stop().states == ["a.jpg failed interrupted"])
        held.release()
        #expect(try await shared.summary.endedBy?.kind == .unshareable)
        #expect(scene.nas.shown == [UploadScene.target("a.jpg").string])
        #expect(try await scene.stop().states == ["a.jpg removed"])
    }

    @Test func `A stop of one file, which nobody sees yet, ends a run that is about to share it`() async throws {
        let scene = try await ShareScene("a.jpg", "b.jpg")
        let held = scene.nas.hold(.look, of: UploadScene.target("a.jpg"))
        async let shared = scene.share(parallel: 1)
        await held.reached()
        let stopped = try await scene.stop("b.jpg")
        #expect(stopped.states.isEmpty && stopped.summary.unshared.map(\.standing) == [.notShared])
        #expect(stopped.summary.endsRun, "the answer says that it counts")
        held.release()
        #expect(try await shared.summary.endedBy?.kind == .unshareable)
        #expect(try scene.nas.shown.isEmpty && scene.list().isEmpty)
        #expect(try await !scene.stop("b.jpg").summary.endsRun)
    }

    @Test func `It waits for no other run`() async throws {
        let scene = try await ShareScene("a.jpg")
        try await scene.share()
        let lock = try scene.uploads.tree.lock("act.lock")
        await expectRefusal(.locked) { try await scene.share() }
        #expect(try await scene.stop().states == ["a.jpg removed"])
        withExtendedLifetime(lock) {}
    }
}
