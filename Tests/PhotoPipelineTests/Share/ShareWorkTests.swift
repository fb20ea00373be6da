import PhotoIndex
import PhotoModel
import PhotoPipeline
import SystemPackage
import Testing
import WorkphotosTestSupport

/// Copies are shown to others: those of work photos, and no more.
struct ShareWorkTests {
    private let anna = ShareAudience.person("anna@example.com")

    @Test func `A copy is shared, with its link, and the index knows it`() async throws {
        let scene = try await ShareScene("a.jpg", "b.jpg")
        let outcome = try await scene.share("a.jpg")
        #expect(outcome.states == ["a.jpg done"])
        let target = UploadScene.target("a.jpg")
        #expect(outcome.results.first?.link?.address == "https://share.example/\(target)")
        #expect(scene.nas.shown == [target.string])
        let known = try #require(try scene.list().first)
        #expect(known.state == .done && known.link == outcome.results.first?.link && known.verdict == .work)
        #expect(known.grant == ShareGrant(.link))
        #expect("\(known)".contains("https:") == false, "a link is in no text that is made of it")
    }

    @Test func `Sharing twice makes one permission, and another role or end changes it`() async throws {
        let scene = try await ShareScene("a.jpg")
        let end = scene.uploads.clock.now + 86_400_000_000_000
        for grant in [ShareGrant(anna), ShareGrant(anna), ShareGrant(anna, .writer, expires: end)] {
            #expect(try await scene.share(to: [grant]).states == ["a.jpg done"])
            #expect(scene.nas.shares.values.map(\.self) == [[grant]])
            #expect(try scene.list().map(\.grant) == [grant])
        }
    }

    @Test func `Each of several people gets it, and a mail if requested`() async throws {
        let scene = try await ShareScene("a.jpg", "b.jpg")
        let grants = [ShareGrant(anna), ShareGrant(.person("ben@example.com"))]
        let mail = ShareMail(message: "as promised")
        let outcome = try await scene.share(to: grants, mail: mail)
        #expect(outcome.states == ["a.jpg done", "a.jpg done", "b.jpg done", "b.jpg done"])
        let mails = scene.nas.calls.compactMap { if case .share(_, _, let mail) = $0 { mail } else { nil } }
        #expect(mails == Array(repeating: mail, count: 4))
    }

    @Test func `A personal, changed or missing photo is not shared`() async throws {
        let scene = try await ShareScene("a.jpg", "b.jpg", "c.jpg")
        try scene.uploads.write("d.jpg", 9)
        try await scene.uploads.scan()
        try scene.uploads.mark("a.jpg", .personal)
        try scene.uploads.write("b.jpg", 99)
        let named = try await scene.share("a.jpg", "b.jpg", "c.jpg", "d.jpg", "e.jpg")
        #expect(
            named.states.sorted() == [
                "a.jpg refused not-work", "b.jpg refused changed-since-scan", "c.jpg done", "d.jpg failed not-uploaded",
                "e.jpg failed not-uploaded",
            ])
        let selected = try await scene.share()
        #expect(selected.states.sorted() == ["b.jpg refused changed-since-scan", "c.jpg done"])
        #expect(selected.summary.personal == 1 && selected.summary.notUploaded == 1)
        #expect(scene.nas.shown == [UploadScene.target("c.jpg").string])
    }

    @Test func `Sidecars are not shared`() async throws {
        let scene = try await ShareScene("a.jpg", "a.xmp")
        #expect(scene.uploads.stored() == ["a.jpg", "a.xmp"])
        #expect(try await scene.share().states == ["a.jpg done"])
    }

    @Test func `A copy that differs from what was sent is not shared`() async throws {
        let scene = try await ShareScene("a.jpg", "b.jpg")
        scene.nas.place(.file([1, 2, 3], modified: 1), at: UploadScene.target("a.jpg"))
        #expect(try await scene.share().states.sorted() == ["a.jpg failed not-verified", "b.jpg done"])
        #expect(scene.nas.shown == [UploadScene.target("b.jpg").string])
    }

    @Test func `A mark after the question counts`() async throws {
        let scene = try await ShareScene("a.jpg", "b.jpg")
        let held = scene.nas.hold(.look, of: UploadScene.target("a.jpg"))
        async let outcome = scene.share(parallel: 1)
        await held.reached()
        try scene.uploads.mark("a.jpg", .personal)
        held.release()
        #expect(try await outcome.states.sorted() == ["a.jpg refused not-work", "b.jpg done"])
        #expect(scene.nas.shown == [UploadScene.target("b.jpg").string])
    }

    @Test func `A mark while others are shared counts for all that are not yet requested`() async throws {
        let scene = try await ShareScene("a.jpg", "b.jpg")
        let held = scene.nas.hold(.share, of: UploadScene.target("a.jpg"))
        async let outcome = scene.share(to: [ShareGrant(anna), ShareGrant(.person("ben@example.com"))])
        await held.reached()
        try scene.uploads.mark("a.jpg", .personal)
        held.release()
        #expect(
            try await outcome.states.sorted() == [
                "a.jpg refused not-work", "a.jpg refused not-work", "b.jpg done", "b.jpg done",
            ])
        #expect(scene.nas.shown == [UploadScene.target("b.jpg").string])
        #expect(try scene.list().count == 2)
    }

    /// Marks `a.jpg` as personal while the destination has shared its copy, and has not answered yet.
    private func markBeforeAnswer(_ scene: ShareScene, to grant: ShareGrant) async throws -> ShareScene.Outcome {
        let held = scene.nas.hold(.shareAnswer, of: UploadScene.target("a.jpg"))
        async let outcome = scene.share("a.jpg", to: [grant])
        await held.reached()
        try scene.uploads.mark("a.jpg", .personal)
        held.release()
        return try await outcome
    }

    @Test func `A mark before the destination has answered takes the share back, and the result says so`()
        async throws
    {
        let scene = try await ShareScene("a.jpg", "b.jpg")
        try await scene.share("b.jpg")
        let outcome = try await markBeforeAnswer(scene, to: ShareGrant(.link))
        #expect(outcome.states == ["a.jpg refused not-work"])
        #expect(outcome.results.first?.detail?.contains("could be seen for a moment") == true)
        #expect(scene.nas.shown == [UploadScene.target("b.jpg").string])
        #expect(try scene.list().compactMap(\.path?.lastComponent) == ["b.jpg"])
    }

    @Test func `A share that cannot be taken back then counts as possible, and is told`() async throws {
        let scene = try await ShareScene("a.jpg")
        scene.nas.keepsSharing = true
        let outcome = try await markBeforeAnswer(scene, to: ShareGrant(anna))
        #expect(outcome.states == ["a.jpg failed sharing-failed"])
        #expect(outcome.results.first?.detail?.contains("may be seen: is shared still") == true)
        #expect(try scene.list().map(\.state) == [.planned])
        #expect(try scene.exposed() == ["a.jpg"])
    }

    @Test func `What others saw before is taken back too, and what is shared with yet others is told`() async throws {
        let scene = try await ShareScene("a.jpg")
        try await scene.share(to: [ShareGrant(anna), ShareGrant(.link)])
        let outcome = try await markBeforeAnswer(scene, to: ShareGrant(anna, .writer))
        #expect(outcome.states == ["a.jpg refused not-work"])
        #expect(outcome.results.first?.detail?.contains("others saw it before, and cannot now") == true)
        #expect(try scene.list().map(\.grant) == [ShareGrant(.link)])
        #expect(try scene.exposed() == ["a.jpg"])
    }

    @Test func `What others saw before and cannot be taken back is told`() async throws {
        let scene = try await ShareScene("a.jpg")
        try await scene.share(to: [ShareGrant(anna)])
        scene.nas.keepsSharing = true
        let outcome = try await markBeforeAnswer(scene, to: ShareGrant(anna, .writer))
        #expect(outcome.states == ["a.jpg failed sharing-failed"])
        #expect(try scene.list().map(\.grant) == [ShareGrant(anna, .writer)])
        #expect(try scene.exposed() == ["a.jpg"])
    }

    @Test func `A copy whose bytes a personal photo may have, though it was never hashed, is not shared`() async throws
    {
        let scene = try await ShareScene("a.jpg")
        // The same bytes, in a group that is personal.
        try scene.uploads.tree.write(scene.uploads.file("private/a.jpg"), try scene.uploads.bytes("a.jpg"))
        try scene.uploads.write("private/a-edited.jpg", 7)
        try await scene.uploads.scan()
        try scene.uploads.mark("private/a-edited.jpg", .personal)
        #expect(try await scene.share("a.jpg").states == ["a.jpg refused not-work"])
        #expect(scene.nas.shown.isEmpty)
    }

    @Test func `An interruption begins nothing else`() async throws {
        let scene = try await ShareScene("a.jpg", "b.jpg", "c.jpg")
        let held = scene.nas.hold(.share, of: UploadScene.target("a.jpg"))
        async let outcome = scene.share(to: [ShareGrant(anna), ShareGrant(.person("ben@example.com"))], parallel: 1)
        await held.reached()
        scene.uploads.interruption.raise()
        held.release()
        #expect(try await outcome.states == ["a.jpg done"])
        #expect(try await outcome.summary.left == 5)
        #expect(try scene.list().map(\.state) == [.done])
    }

    @Test func `A dry run shows it and does nothing`() async throws {
        let scene = try await ShareScene("a.jpg")
        let before = scene.nas.calls.filter(\.changesSomething)
        let outcome = try await scene.share(isDryRun: true)
        #expect(outcome.states == ["a.jpg planned"])
        #expect(scene.nas.calls.filter(\.changesSomething) == before)
        #expect(try scene.list().isEmpty)
    }

    @Test func `The question says what becomes visible to whom`() async throws {
        let scene = try await ShareScene("a.jpg", "b.jpg")
        let answers = TypedAnswers(["n", "y"], canAsk: true)
        let why = await expectRefusal(.declined) {
            try await scene.share(to: [ShareGrant(anna)], confirmation: answers)
        }
        #expect(why == "Nothing was shared" && scene.nas.shown.isEmpty)
        #expect(try await scene.share(confirmation: answers).summary.count(.done) == 2)
        #expect(answers.questions.first?.contains("Let anna@example.com see the copies of 2 photos (") == true)
        #expect(answers.questions.last?.contains("Let anyone who has the link see") == true)
        #expect(answers.questions.last?.contains("at: nas\n  until: it is stopped") == true)
    }

    @Test func `A refused share does not count as shared, and one of unknown result does`() async throws {
        let scene = try await ShareScene("a.jpg", "b.jpg", "c.jpg")
        scene.nas.fail(.share, of: UploadScene.target("a.jpg"), with: UploadError(.refused, "no"))
        scene.nas.fail(.share, of: UploadScene.target("b.jpg"), with: UploadError(.failed, "who knows"))
        let outcome = try await scene.share(parallel: 1)
        #expect(outcome.states == ["a.jpg failed sharing-failed", "b.jpg failed sharing-failed", "c.jpg done"])
        let list = try scene.list()
        #expect(list.map(\.state) == [.planned, .done] && list.first?.why == .interrupted)
        #expect(list.compactMap(\.path?.lastComponent) == ["b.jpg", "c.jpg"])
    }

    @Test func `A refusal after an unknown result keeps the share listed as possible`() async throws {
        let scene = try await ShareScene("a.jpg")
        scene.nas.fail(.share, with: UploadError(.transient, "broke off"))
        scene.nas.fail(.share, with: UploadError(.missing, "is not there"))
        #expect(try await scene.share().states == ["a.jpg failed sharing-failed"])
        #expect(try scene.list().map(\.state) == [.planned])
    }

    @Test func `A refused change leaves the share unchanged`() async throws {
        let scene = try await ShareScene("a.jpg")
        try await scene.share(to: [ShareGrant(anna)])
        scene.nas.fail(.share, with: UploadError(.refused, "no"))
        #expect(try await scene.share(to: [ShareGrant(anna, .writer)]).states == ["a.jpg failed sharing-failed"])
        #expect(try scene.list().map(\.grant) == [ShareGrant(anna)])
    }

    @Test func `An error that ends the destination ends the rest`() async throws {
        let scene = try await ShareScene("a.jpg", "b.jpg", "c.jpg")
        scene.nas.fail(.share, of: UploadScene.target("a.jpg"), with: UploadError(.quota, "enough for today"))
        let outcome = try await scene.share(parallel: 1)
        #expect(outcome.states == ["a.jpg failed quota"])
        #expect(outcome.summary.endedBy?.kind == .quota && outcome.summary.left == 2)
    }
}

/// What a destination cannot hold itself to is refused before anything is planned.
struct UnshareableTests {
    private let anna = ShareAudience.person("anna@example.com")

    private func refused(
        _ abilities: SharingAbilities?, _ grant: ShareGrant, mail: ShareMail? = nil
    ) async throws -> String {
        let scene = try await ShareScene("a.jpg")
        scene.nas.abilities = abilities
        let why = await expectRefusal(.unshareable) {
            try await scene.share(to: [grant], mail: mail)
        }
        #expect(scene.nas.shown.isEmpty)
        #expect(try scene.list().isEmpty)
        return why
    }

    @Test func `A link has no end, and a person's share ends within a year`() async throws {
        let soon: Int64 = 2_000_000_000_000_000_000 + 86_400_000_000_000
        #expect(try await refused(.all, ShareGrant(.link, expires: soon)).contains("does not support links that end"))
        #expect(try await refused(.all, ShareGrant(anna, expires: soon + 366 * 86_400_000_000_000)).contains("365 d"))
        #expect(try await refused(.all, ShareGrant(anna, expires: 5)).contains("is in the past"))
    }

    @Test func `Destinations with only links support no persons, roles or mails`() async throws {
        #expect(try await refused(.links, ShareGrant(anna)).contains("does not support persons"))
        #expect(try await refused(.links, ShareGrant(.link, .writer)).contains("writer"))
        #expect(
            try await refused(.links, ShareGrant(.link), mail: ShareMail(message: "")).contains("does not send e-mail"))
        #expect(try await refused(SharingAbilities(), ShareGrant(.link)).contains("does not support links"))
        #expect(try await refused(nil, ShareGrant(.link)).contains("cannot share copies"))
    }

    @Test func `Without a terminal nothing is planned`() async throws {
        let scene = try await ShareScene("a.jpg")
        let calls = scene.nas.calls.count
        let order = ShareOrder(
            .selection(PhotoSelection()), grants: [ShareGrant(.link)], isConfirmed: false,
            destination: DestinationRequest(to: nil, standard: ["nas"], configured: [], creation: .never) {
                FilePath($0)
            },
            parallel: 1)
        let work = ShareWork(
            order, index: scene.uploads.tree.path("index.sqlite"), rules: { scene.uploads.rules },
            places: scene.uploads.places, wait: .zero, isDryRun: false)
        let why = await expectRefusal(.unconfirmed) {
            _ = try await work.run(in: scene.uploads.environment, show: { _ in }, note: { _ in })
        }
        #expect(why.contains("may be shared"))
        #expect(scene.nas.calls.count == calls)
    }
}
