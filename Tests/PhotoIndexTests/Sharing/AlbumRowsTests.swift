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

    @Test func `An album whose folder is gone is known to be, until it is there again`() throws {
        let album = try makeAlbum()
        try index.note(isGone: true, album: album.id, at: 2)
        #expect(try index.albums().map(\.isGone) == [true])
        try index.note(isGone: false, album: album.id, at: 3)
        #expect(try index.albums() == [album])
    }
}
