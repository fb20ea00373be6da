import PhotoIndex
import PhotoModel
import SystemPackage
import Testing

/// What was sent of a photo, whatever its name and its bytes were then.
struct SentPhotosTests {
    private let uploads: Uploads
    private let still = photo("a.jpg", 1, taken: 1_000_000)
    private let xmp = scanned("a.xmp", 2, .sidecar(.xmp))
    private var index: PhotoIndex { uploads.index }

    init() throws {
        uploads = try Uploads([still, xmp])
        try uploads.conclude(uploads.action(still, xmp), .done)
    }

    /// The photo after an edit in place, under a path.
    private func edited(_ path: String, row: Int64? = nil) -> ScannedFile {
        var file = photo(path, 1, row: row, taken: 1_000_000)
        file.reading.fingerprint.size += 500
        file.reading.fingerprint.modified += 500
        file.reading.digest += 1
        return file
    }

    private func targets(_ path: FilePath) throws -> [String] {
        try #require(try index.sentPhoto(at: path)).copies.map(\.receipt.receipt.target.path.string)
    }

    @Test func `Renamed and scanned, then edited: its first copy is still its own`() throws {
        try uploads.library.scan([photo("n.jpg", 1, taken: 1_000_000)], unseen: uploads.library.rows("a.jpg"))
        try uploads.library.scan([edited("n.jpg", row: uploads.library.rows("n.jpg")[0])])
        #expect(try targets("/photos/n.jpg").first == "Office/a.jpg")
        #expect(try index.checkIntegrity() == [])
    }

    @Test func `Edited and renamed between two scans: its first copy is still its own`() throws {
        try uploads.library.scan([edited("n.jpg")], unseen: uploads.library.rows("a.jpg"), acceptsMissing: true)
        #expect(try targets("/photos/n.jpg").first == "Office/a.jpg")
        #expect(try index.checkIntegrity() == [])
    }

    /// The photos that are not work and of which something was sent; the list and the status agree on them.
    private func told(by uploads: Uploads) throws -> [String] {
        var selection = PhotoSelection()
        (selection.verdicts, selection.order) = ([.personal, .unsure], .path)
        selection.upload = PhotoSelection.Upload(isDone: true, unsentSidecars: [])
        let told = try uploads.library.paths(selection)
        selection.upload = PhotoSelection.Upload(isDone: false, unsentSidecars: [])
        #expect(try Set(uploads.library.paths(selection)).isDisjoint(with: told))
        #expect(try uploads.index.status().uploadedButNotWork.photos == told.count)
        return told
    }

    /// The photo after an edit that makes it personal.
    private func sentHome(row: Int64) -> ScannedFile {
        var file = photo("a.jpg", 1, row: row, at: (-5, 0), taken: 1_000_000)
        file.reading.fingerprint.size += 500
        file.reading.fingerprint.modified += 500
        file.reading.digest += 1
        return file
    }

    @Test func `A photo that an edit has made personal is told of, though its bytes of now are nowhere`() throws {
        #expect(try told(by: uploads).isEmpty)
        try uploads.library.scan([sentHome(row: uploads.library.rows("a.jpg")[0])])
        #expect(try told(by: uploads) == ["/photos/a.jpg"])
        #expect(try index.status().uploadedButNotWork.bytes == 1_501)
    }

    @Test func `It is not if its earlier bytes are another photo's, which is work`() throws {
        try uploads.library.scan([sentHome(row: uploads.library.rows("a.jpg")[0])])
        var copy = photo("b.jpg", 9)
        copy.reading.fingerprint.size = still.reading.fingerprint.size
        copy.sha256 = Uploads.sha256(1)
        try uploads.library.scan([copy])
        #expect(try told(by: uploads).isEmpty)
    }

    @Test func `It is told of too if its upload was settled only after the edit`() throws {
        let uploads = try Uploads([still])
        try uploads.library.scan([sentHome(row: uploads.library.rows("a.jpg")[0])])
        try uploads.conclude(uploads.action(still), .done)
        #expect(try told(by: uploads) == ["/photos/a.jpg"])
    }

    @Test func `A new photo with another inode has none of the copies of one that is gone`() throws {
        var other = edited("n.jpg")
        other.reading.fingerprint.inode = 77
        try uploads.library.scan([other], unseen: uploads.library.rows("a.jpg"), acceptsMissing: true)
        #expect(try targets("/photos/n.jpg").isEmpty)
    }

    /// Adds a receipt for a sidecar with other bytes, to which the photo's own changed.
    private func addVersion(at target: FilePath) throws {
        let receipt = Receipt(
            sha256: Uploads.sha256(3), size: 1_003, target: CopyLocation(target),
            checksum: Checksum(kind: .sha256, value: "00"), received: 60, checked: 60)
        _ = try index.addReceipts([receipt], destination: uploads.nas.id)
        var later = scanned("a.xmp", 3, .sidecar(.xmp), row: try uploads.library.rows("a.xmp")[0])
        later.sha256 = Uploads.sha256(3)
        try uploads.library.scan([later])
    }

    @Test func `A later version of a sidecar has a number, and the earlier one is found too`() throws {
        try addVersion(at: "Office/a (2).xmp")
        #expect(try targets("/photos/a.jpg") == ["Office/a.jpg", "Office/a (2).xmp", "Office/a.xmp"])
    }

    @Test(arguments: ["Office/b.xmp", "Other/a.xmp", "Office/a (x).xmp", "Office/ab (2).xmp"])
    func `A sidecar with equal bytes and another photo's name is another photo's`(target: FilePath) throws {
        try addVersion(at: target)
        #expect(try targets("/photos/a.jpg") == ["Office/a.jpg", "Office/a.xmp"])
    }

    @Test func `So is one whose number another photo has`() throws {
        let receipt = Receipt(
            sha256: Uploads.sha256(4), size: 1_004, target: "Office/a (2).jpg",
            checksum: Checksum(kind: .sha256, value: "00"), received: 60, checked: 60)
        _ = try index.addReceipts([receipt], destination: uploads.nas.id)
        try addVersion(at: "Office/a (2).xmp")
        #expect(try targets("/photos/a.jpg") == ["Office/a.jpg", "Office/a.xmp"])
    }

    @Test func `What a retraction left is known, with the reason, until the photo is marked as work`() throws {
        try addVersion(at: "Office/a (2).xmp")
        let sent = try #require(try index.sentPhoto(at: "/photos/a.jpg"))
        let copies = sent.copies.filter { $0.receipt.receipt.target.path != "Office/a.xmp" }
        var action = Action(
            kind: .retract, group: sent.group,
            members: copies.map {
                Action.Member(
                    path: $0.path, role: $0.role, fingerprint: $0.fingerprint, target: $0.receipt.receipt.target,
                    sha256: $0.receipt.receipt.sha256)
            }, destination: DestinationName(id: uploads.nas.id, name: "nas"))
        guard case .begun(let id) = try index.intendRetractions([action], beside: [[]], run: uploads.run, at: 70)[0]
        else {
            throw IndexError.failed("", "it did not begin")
        }
        (action.id, action.state) = (id, .done)
        try index.conclude([ActionOutcome(action: action)], run: uploads.run, at: 70)
        let left = try index.status().copiesLeft
        #expect(left.map(\.target) == ["Office/a.xmp"] && left.map(\.why) == [.lastCopy])
        #expect(left.map(\.destination) == ["nas"] && left.map(\.path) == ["/photos/a.xmp"])
        try uploads.record(.mark(.work), of: still)
        #expect(try index.status().copiesLeft.isEmpty)
    }
}
