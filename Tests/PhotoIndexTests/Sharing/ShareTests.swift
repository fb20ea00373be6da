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
        #expect(share.link?.address == "https://x/" && share.path == "/photos/a.jpg" && share.copy == "Office/a.jpg")
        #expect(share.photo == ExposedFile(path: "/photos/a.jpg", verdict: .work))
        #expect(try index.noteStopped(share, at: 500))
        #expect(try index.shares(at: 600).isEmpty)
    }

    @Test func `A repeated share has one row, and is as before if it is refused`() throws {
        let first = try intend(still, anna)
        try index.conclude([(first[0], .shared(permission: "p", link: nil))], at: 1)
        let more = ShareGrant(anna.audience, .writer, expires: 1_000)
        let again = try intend(still, more)
        #expect(again.map(\.row) == first.map(\.row) && again.map(\.before) == [anna])
        try index.conclude([(again[0], .refused)], at: 3)
        let share = try #require(try index.shares(at: 4).first)
        #expect(share.grant == anna && share.isConfirmed)
        let third = try intend(still, more)
        try index.conclude([(third[0], .shared(permission: "p", link: nil))], at: 5)
        #expect(try index.shares(at: 999).map(\.grant) == [more])
        #expect(try [999, 1_000].map { try index.shares(at: $0).map(\.hasExpired) } == [[false], [true]])
    }

    @Test func `A link that is signed for a time ends by itself`() throws {
        let signed = try #require(
            ShareLink("https://s3.example/b/a.jpg?X-Amz-Date=20261124T100000Z&X-Amz-Expires=604800&X-Amz-Signature=0"))
        let rows = try intend(still, link)
        try index.conclude([(rows[0], .shared(permission: nil, link: signed))], at: 1)
        let end = try UTCInstant(parsing: "2026-12-01T10:15:00Z").nanoseconds
        #expect(try index.shares(at: end - 1).map(\.grant.expires) == [end])
        #expect(try [end - 1, end].map { try index.shares(at: $0).map(\.hasExpired) } == [[false], [true]])
        // Until another link has come, the old end says nothing.
        _ = try intend(still, link)
        #expect(try index.shares(at: end).map(\.grant.expires) == [nil])
    }

    @Test func `Until the destination answers, it has the widest role and no end`() throws {
        let writer = ShareGrant(anna.audience, .writer)
        let first = try intend(still, writer)
        try index.conclude([(first[0], .shared(permission: "p", link: nil))], at: 1)
        let less = ShareGrant(anna.audience, .reader, expires: 1_000)
        let again = try intend(still, less)
        #expect(try index.shares(at: 2_000).map(\.grant) == [writer], "the change may not have come")
        try index.conclude([(again[0], .unknown)], at: 3)
        let share = try #require(try index.shares(at: 2_000).first)
        #expect(share.grant == writer && !share.isConfirmed)
        let new = try intend(still, ShareGrant(.person("ben@example.com"), expires: 1_000))
        try index.conclude([(new[0], .unknown)], at: 4)
        #expect(try index.shares(at: 2_000).count == 2, "the end may have been passed over")
    }

    @Test func `The end of an earlier announcement does not apply to another`() throws {
        let first = try intend(still, anna)
        try index.conclude([(first[0], .shared(permission: "p", link: nil))], at: 1)
        let before = try #require(try index.shares(at: 2).first)
        let again = try intend(still, anna, at: 200)
        #expect(try !index.noteStopped(before, at: 300))
        #expect(try index.shares(at: 301).count == 1)
        #expect(try index.noteStopped(try #require(try index.shares(at: 302).first), at: 303))
        #expect(try index.shares(at: 304).isEmpty)
        try index.conclude([(again[0], .unknown)], at: 305)
        #expect(try index.shares(at: 306).count == 1, "it may have come after that")
    }

    @Test func `A photo that was never hashed may be a copy if size and digest agree`() throws {
        try uploads.library.scan([still, xmp, home, photo("twin.jpg", 1), photo("other.jpg", 7)])
        #expect(try intend(still, link).count == 1)
        try uploads.library.scan([still, xmp, home, photo("twin.jpg", 1, at: (-5, 0)), photo("other.jpg", 7)])
        #expect(
            try index.intendShares(of: [shared(still)], [link], at: 1, basis: Uploads.basis) == [.notNow(.notWork)])
    }

    @Test func `Only photos that are work by the current rules are announced`() throws {
        #expect(try index.intendShares(of: [shared(home)], [link], at: 1, basis: Uploads.basis) == [.notNow(.notWork)])
        var other = Uploads.basis
        other.rulesVersion = 2
        #expect(try index.intendShares(of: [shared(still)], [link], at: 1, basis: other) == [.notNow(.notWork)])
        #expect(try index.shares(at: 2).isEmpty)
    }

    @Test func `A photo that was edited after it was shared is reported by the photo at its path`() throws {
        let rows = try intend(still, link)
        try index.conclude([(rows[0], .shared(permission: nil, link: nil))], at: 1)
        try uploads.library.scan([photo("a.jpg", 9, at: (-5, 0)), xmp, home])
        #expect(try index.shares(at: 2).first?.photo == ExposedFile(path: "/photos/a.jpg", verdict: .personal))
    }

    @Test func `A photo that is work by an inferred position counts as unsure for those who see it`() throws {
        let alone = withCamera(photo("c.jpg", 7, at: nil, taken: 1_000_000))
        let before = withCamera(photo("x.jpg", 10, taken: 0))
        let after = withCamera(photo("y.jpg", 11, taken: 2_000_000))
        let inferred = try Uploads([alone, before, after])
        try inferred.index.infer()
        try inferred.conclude(inferred.action(alone), .done)
        var action = inferred.action(alone)
        action.members[0].sha256 = Uploads.sha256(of: alone.reading.fingerprint)
        action.includesInferred = true
        let basis = try #require(try inferred.index.basis())
        #expect(try inferred.index.intendShares(of: [action], [link], at: 1, basis: basis) == [.notNow(.notWork)])
    }

    @Test(arguments: [false, true])
    func `A content that is marked personal is reported, whatever happened to its photo`(isEdited: Bool) throws {
        let rows = try intend(still, link)
        try index.conclude([(rows[0], .shared(permission: nil, link: nil))], at: 1)
        if isEdited {
            let row = try uploads.library.rows("a.jpg")[0]
            try uploads.library.scan([photo("a.jpg", 9, row: row), xmp, home])
        }
        let hashed = HashedFile(
            path: "/elsewhere/b.jpg", sha256: Uploads.sha256(1), fingerprint: still.reading.fingerprint,
            digest: still.reading.digest)
        _ = try index.record(
            .mark(.personal), of: [hashed], copies: [:], basis: Uploads.basis, judge: Library.judge)
        #expect(try index.shares(at: 2).first?.photo == ExposedFile(path: "/photos/a.jpg", verdict: .personal))
    }

    @Test func `The next run that acts ends a killed run`() throws {
        let run = try index.beginRun("share", at: 20)
        #expect(try index.endInterruptedRuns(at: 30).contains(run))
    }
}
