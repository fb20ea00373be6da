import PhotoIndex
import PhotoModel
import SystemPackage
import Testing

/// What is shared is written down before the destination is asked, and until it has said that it is over.
struct ShareTests {
    private let uploads: Uploads
    private let still = photo("a.jpg", 1, taken: 1_000_000)
    private let xmp = scanned("a.xmp", 2, .sidecar(.xmp))
    private let home = photo("home.jpg", 4, at: (-5, 0))
    private var index: PhotoIndex { uploads.index }
    private let link = ShareGrant(.link)
    private let anna = ShareGrant(.person("anna@example.com"))

    init() throws {
        uploads = try Uploads([still, xmp, home])
        for file in [still, home] { try uploads.conclude(uploads.action(file), .done) }
    }

    /// The photos of a group, as they are shared.
    private func shared(_ file: ScannedFile) -> Action {
        var action = uploads.action(file)
        action.members[0].sha256 = Uploads.sha256(of: file.reading.fingerprint)
        return action
    }

    private func intend(
        _ file: ScannedFile, _ grants: ShareGrant..., at now: Int64 = 100, basis: JudgingBasis = Uploads.basis
    ) throws -> [AnnouncedShare] {
        let intents = try index.intendShares(of: [shared(file)], grants, at: now, basis: basis)
        guard case .begun(let rows)? = intents.first else { throw IndexError.failed("", "\(intents)") }
        return rows.flatMap(\.self)
    }

    @Test func `An intent counts as shared, and its outcome has the link`() throws {
        let rows = try intend(still, link, anna)
        #expect(rows.map(\.before) == [nil, nil])
        var shares = try index.shares(at: 200)
        #expect(shares.map(\.isConfirmed) == [false, false])
        #expect(shares.map(\.grant) == [link, anna])
        try index.conclude(
            [(rows[0], .shared(permission: "p", link: ShareLink("https://x/"))), (rows[1], .refused)], at: 300)
        shares = try index.shares(at: 400)
        let share = try #require(shares.first)
        #expect(shares.count == 1 && share.isConfirmed && share.permission == "p")
        #expect(share.link?.address == "https://x/" && share.path == "/photos/a.jpg" && share.verdict == .work)
        #expect(share.place == SharedPlace("Office/a.jpg") && share.exposed.isEmpty)
        try index.noteStopped([share.id], at: 500)
        #expect(try index.shares(at: 600).isEmpty)
    }

    @Test func `What is asked for again has one row, and is as before where it is refused`() throws {
        let first = try intend(still, anna)
        try index.conclude([(first[0], .shared(permission: "p", link: nil))], at: 1)
        let more = ShareGrant(anna.audience, .writer, expires: 1_000)
        let again = try intend(still, more)
        #expect(again.map(\.row) == first.map(\.row) && again.map(\.before) == [anna])
        #expect(try index.shares(at: 2).map(\.grant) == [more], "it may be that by now")
        try index.conclude([(again[0], .refused)], at: 3)
        #expect(try index.shares(at: 4).map(\.grant) == [anna])
        let third = try intend(still, more)
        try index.conclude([(third[0], .unknown)], at: 5)
        #expect(try index.shares(at: 999).map(\.grant) == [more])
        #expect(try index.shares(at: 1_000).isEmpty, "it has ended by itself")
    }

    @Test func `Only what is work by the rules of the moment is announced`() throws {
        #expect(try index.intendShares(of: [shared(home)], [link], at: 1, basis: Uploads.basis) == [.notNow(.notWork)])
        var other = Uploads.basis
        other.rulesVersion = 2
        #expect(try index.intendShares(of: [shared(still)], [link], at: 1, basis: other) == [.notNow(.notWork)])
        #expect(try index.shares(at: 2).isEmpty)
        let folder = CopyLocation("Office")
        #expect(
            try index.intendShare(ofFolder: folder, of: uploads.nas.id, [link], at: 1, basis: Uploads.basis)
                == .exposes([ExposedFile(path: "/photos/home.jpg", verdict: .personal)]))
        #expect(try index.intendShare(ofFolder: folder, of: uploads.nas.id, [link], at: 1, basis: other) == .notNow)
        let elsewhere = CopyLocation("Offic")
        let intent = try index.intendShare(
            ofFolder: elsewhere, of: uploads.nas.id, [link], at: 1, basis: Uploads.basis)
        guard case .begun = intent else { throw IndexError.failed("", "\(intent)") }
        #expect(try index.shares(at: 2).map(\.exposed) == [[]])
    }

    @Test func `A content that is marked personal is told, whatever became of its photo`() throws {
        let rows = try intend(still, link)
        try index.conclude([(rows[0], .shared(permission: nil, link: nil))], at: 1)
        let hashed = HashedFile(
            path: "/elsewhere/b.jpg", sha256: Uploads.sha256(1), fingerprint: still.reading.fingerprint,
            digest: still.reading.digest)
        _ = try index.record(
            .mark(.personal), of: [hashed], copies: [:], basis: Uploads.basis, judge: Library.judge)
        #expect(try index.shares(at: 2).first?.exposed == [ExposedFile(path: "/photos/a.jpg", verdict: .personal)])
    }

    @Test func `A run of it that was killed is ended by the next one that acts`() throws {
        let run = try index.beginRun("share", at: 20)
        #expect(try index.endInterruptedRuns(at: 30).contains(run))
    }
}
