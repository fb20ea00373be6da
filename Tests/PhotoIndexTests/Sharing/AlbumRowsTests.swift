import PhotoIndex
import PhotoModel
import SystemPackage
import Testing

/// The index keeps albums as long as somebody may see them.
struct AlbumRowsTests {
    private let uploads: Uploads
    private let still = photo("a.jpg", 1, taken: 1_000_000)
    private var index: PhotoIndex { uploads.index }

    init() throws {
        uploads = try Uploads([still])
        try uploads.conclude(uploads.action(still), .done)
    }

    /// The photo as it is in an album.
    private var action: Action {
        var action = uploads.action(still)
        action.members[0].sha256 = Uploads.sha256(of: still.reading.fingerprint)
        action.members[0].target = CopyLocation("Albums/Site/a.jpg", id: "copy")
        return action
    }

    private func makeAlbum() throws -> Album {
        let copy = Album.Copy(
            path: "/photos/a.jpg", sha256: Uploads.sha256(of: still.reading.fingerprint),
            size: still.reading.fingerprint.size, target: "Albums/Site/a.jpg")
        return try index.addAlbum(
            CopyLocation("Albums/Site", id: "folder"), destination: uploads.nas.id, of: [copy], at: 1)
    }

    @Test func `An album that others see is not forgotten, and one that was stopped is`() throws {
        let album = try makeAlbum()
        #expect(try index.albums() == [album] && !album.isShared && !album.wasShared)
        let intents = try index.intendShares(
            of: [action], [ShareGrant(.link)], in: album.id, at: 2, basis: Uploads.basis)
        guard case .begun(let rows)? = intents.first, let row = rows.first?.first else {
            Issue.record("\(intents)")
            return
        }
        try index.conclude([(row, .shared(permission: "p", link: nil))], at: 3)
        #expect(throws: IndexError.self) { try index.forgetAlbum(album.id) }
        #expect(try index.albums().map(\.isShared) == [true])
        #expect(try index.noteStopped(try #require(try index.shares(at: 4).first), at: 5))
        let stopped = try #require(try index.albums(ofDestination: uploads.nas.id).first)
        #expect(!stopped.isShared && stopped.wasShared)
        try index.forgetAlbum(album.id)
        #expect(try index.albums().isEmpty)
        _ = try makeAlbum()
    }

    @Test func `That a copy is about to get its name is known until it is proved, or another is to be made`() throws {
        let album = try makeAlbum()
        func stage(after change: (CopyLocation) throws -> Void = { _ in }, of id: String = "copy") throws
            -> AlbumCopyStage?
        {
            var action = action
            action.members[0].target?.id = id
            let objections = try index.intendCopies(of: [action], inAlbum: album.id, at: 2, basis: Uploads.basis)
            #expect(objections == [nil])
            try change(try #require(action.members[0].target))
            return try index.albums().first?.copies.first?.stage
        }
        #expect(try stage() == .begun)
        #expect(try stage { try index.noteMoving($0, inAlbum: album.id) } == .moving)
        #expect(try stage() == .moving)
        #expect(try stage(of: "another") == .begun)
        #expect(try stage { try index.noteMoving(CopyLocation($0.path, id: "third"), inAlbum: album.id) } == .begun)
        #expect(try stage { try index.noteMoving($0, inAlbum: album.id) } == .moving)
        #expect(try stage { try index.noteProved([$0], inAlbum: album.id, at: 3) } == .proved)
        #expect(
            try stage { try index.noteTakenOut([$0], ofAlbum: album.id, staysChosen: true, at: 4) } == .begun)
    }
}
