import PhotoIndex
import PhotoModel
import SystemPackage
import Testing

/// What the transaction that announces a retraction writes.
struct RetractIntentTests {
    private let uploads: Uploads
    private let still = photo("a.jpg", 1, taken: 1_000_000)
    private let xmp = scanned("a.xmp", 2, .sidecar(.xmp))
    private let other = photo("b.jpg", 3, taken: 9_000_000)
    private var index: PhotoIndex { uploads.index }

    init() throws {
        uploads = try Uploads([still, xmp, other])
        try uploads.conclude(uploads.action(still, xmp), .done)
    }

    /// The action that takes back what was sent of a group.
    private func retraction() throws -> Action {
        let photo = try #require(try index.sentPhoto(at: "/photos/a.jpg"))
        return Action(
            kind: .retract, group: photo.group,
            members: photo.copies.map {
                Action.Member(
                    path: $0.path, role: $0.role, fingerprint: $0.fingerprint, target: $0.receipt.receipt.target,
                    ticket: "trash", sha256: $0.receipt.receipt.sha256)
            }, destination: DestinationName(id: uploads.nas.id, name: "nas"))
    }

    private func receipts() throws -> [StoredReceipt] {
        var receipts: [StoredReceipt] = []
        try index.receipts(destination: nil) {
            receipts.append($0)
            return true
        }
        return receipts
    }

    private func begin() throws -> Action {
        var action = try retraction()
        let intents = try index.intendRetractions([action], beside: [["/photos/a.dng"]], run: uploads.run, at: 60)
        guard case .begun(let id) = intents[0] else {
            throw IndexError.failed("", "it did not begin")
        }
        (action.id, action.state) = (id, .running)
        #expect(try index.underWay(.retract) == [action])
        return action
    }

    @Test func `What was sent of a photo is its group's copies, the sidecar's beside the photo's`() throws {
        let photo = try #require(try index.sentPhoto(at: "/photos/a.xmp"))
        #expect(photo.copies.map(\.path) == ["/photos/a.jpg", "/photos/a.xmp"])
        #expect(photo.copies.map(\.receipt.receipt.target) == ["Office/a.jpg", "Office/a.xmp"])
        #expect(try index.sentPhoto(at: "/photos/b.jpg")?.copies.isEmpty == true)
        #expect(try index.sentPhoto(at: "/photos/none.jpg") == nil)
    }

    @Test func `From the intent on the receipts have ended, and the photo is not sent there`() throws {
        _ = try begin()
        #expect(try receipts().map(\.endedAt) == [60, 60] && receipts().map(\.failedAt) == [60, 60])
        #expect(try index.destinationsHeldFrom("/photos/a.jpg", sha256: nil) == ["nas"])
        #expect(try index.destinationsHeldFrom("/photos/b.jpg", sha256: nil) == [])
        #expect(try index.destinationsHeldFrom("/photos/a.dng", sha256: nil) == ["nas"], "no scan knows it")
        var again = uploads.action(still, xmp)
        again.members[0].sha256 = Uploads.sha256(1)
        #expect(try uploads.intend(again) == [.notNow(.heldFromDestination)])
        #expect(
            try index.objections(to: [again], basis: Uploads.basis, leavingOut: [.takeout]) == [.heldFromDestination])
        again.destination?.id = try index.addDestination(name: "usb", spec: "folder:/usb", marker: marker("usb")).id
        #expect(try uploads.intend(again) != [.notNow(.heldFromDestination)], "only from that destination")
        let content = RecordedContent(size: still.reading.fingerprint.size, sha256: Uploads.sha256(1))
        #expect(try index.contentsNotToSend(to: uploads.nas.id) == [content: .heldFromDestination])
    }

    @Test func `A sidecar is not held, since other photos may have the same`() throws {
        _ = try begin()
        var action = uploads.action(other)
        action.members[0].sha256 = Uploads.sha256(3)
        #expect(try index.destinationsHeldFrom("/elsewhere", sha256: Uploads.sha256(2)) == [])
        #expect(try uploads.intend(action) != [.notNow(.heldFromDestination)])
    }

    @Test func `A copy that is still there counts again`() throws {
        var action = try begin()
        (action.state, action.why) = (.skipped, .interrupted)
        let known = try index.receipts(of: action).compactMap(\.self)
        #expect(known.count == 2)
        let outcome = ActionOutcome(action: action, receipts: known.map { ($0, uploads.nas.id) })
        try index.conclude([outcome], run: uploads.run, at: 70)
        #expect(try receipts().map(\.endedAt) == [nil, nil] && receipts().map(\.failedAt) == [nil, nil])
        #expect(try index.underWay(.retract).isEmpty)
    }

    @Test func `A mark as work lifts it, and a mark as personal does not`() throws {
        _ = try begin()
        let hashed = HashedFile(
            path: "/photos/a.jpg", sha256: Uploads.sha256(1), fingerprint: still.reading.fingerprint,
            digest: still.reading.digest)
        for (mark, held) in [(Mark.personal, ["nas"]), (.work, [])] {
            _ = try index.record(.mark(mark), of: [hashed], copies: [:], basis: Uploads.basis, judge: Library.judge)
            #expect(try index.destinationsHeldFrom("/photos/a.jpg", sha256: nil) == held)
        }
    }

    /// The photo after an edit, as a scan reads it.
    private func edited(_ path: String = "a.jpg", row: Int64? = nil) -> ScannedFile {
        var file = photo(path, 1, row: row, taken: 1_000_000)
        file.reading.fingerprint.size += 100
        file.reading.fingerprint.modified += 100
        file.reading.digest += 1
        return file
    }

    @Test func `An edit does not end it, and a mark as work does`() throws {
        _ = try begin()
        let file = edited(row: try uploads.library.rows("a.jpg")[0])
        try uploads.library.scan([file])
        #expect(try index.destinationsHeldFrom("/photos/a.jpg", sha256: nil) == ["nas"])
        #expect(try uploads.intend(uploads.action(file, xmp)) == [.notNow(.heldFromDestination)])
        let candidate = try index.group(ofFileAt: "/photos/a.jpg", .sending(to: uploads.nas.id))
        #expect(candidate?.members.map(\.isHeldFromDestination) == [true, false])
        #expect(try index.status().heldFromDestinations == LibraryStatus.Count(photos: 1, bytes: 1_101))
        try uploads.record(.mark(.work), of: file)
        #expect(try index.destinationsHeldFrom("/photos/a.jpg", sha256: nil) == [])
        #expect(try uploads.intend(uploads.action(file, xmp)) != [.notNow(.heldFromDestination)])
        #expect(try index.status().heldFromDestinations.photos == 0)
        #expect(try index.checkIntegrity() == [])
    }

    @Test func `A rename and an edit take it along, and the old path is free`() throws {
        _ = try begin()
        try uploads.library.scan([edited("n.jpg")], unseen: uploads.library.rows("a.jpg"))
        #expect(try index.destinationsHeldFrom("/photos/n.jpg", sha256: nil) == ["nas"])
        try uploads.library.scan([photo("a.jpg", 9)])
        #expect(try index.destinationsHeldFrom("/photos/a.jpg", sha256: nil) == [])
        #expect(try index.destinationsHeldFrom("/photos/n.jpg", sha256: nil) == ["nas"])
        #expect(try index.checkIntegrity() == [])
    }

    @Test func `What only the destination's list knows as held stays held after an edit`() throws {
        try index.end([ended(at: 60)], destination: uploads.nas.id)
        try uploads.library.scan([edited(row: uploads.library.rows("a.jpg")[0])])
        #expect(try index.destinationsHeldFrom("/photos/a.jpg", sha256: nil) == ["nas"])
        #expect(try index.destinationsHeldFrom("/photos/b.jpg", sha256: nil) == [])
    }

    @Test func `An accepted receipt has ended, whether or not it had failed before`() throws {
        let rows = try receipts().map(\.id)
        try index.setChecked([(rows[0], false)], at: 60)
        try index.end(rows.map { ($0, true, 1) }, at: 80)
        #expect(try receipts().map(\.endedAt) == [80, 80] && receipts().map(\.failedAt) == [60, 80])
        #expect(try index.sentPhoto(at: "/photos/a.jpg")?.copies.map(\.receipt.endedAt) == [80, 80])
    }

    @Test func `If the copy of a sidecar is accepted as missing, its photo is held`() throws {
        let row = try #require(try receipts().first { $0.receipt.target == "Office/a.xmp" }).id
        let group = try #require(try index.sentPhoto(at: "/photos/a.jpg")).group
        try index.end([(row, false, group)], at: 60)
        #expect(try index.destinationsHeldFrom("/photos/a.jpg", sha256: nil) == ["nas"])
        #expect(try uploads.intend(uploads.action(still, xmp)) == [.notNow(.heldFromDestination)], "by its path")
        var copy = uploads.action(other)
        #expect(try uploads.intend(copy) != [.notNow(.heldFromDestination)], "not hashed")
        copy.members[0].sha256 = Uploads.sha256(1)
        #expect(try uploads.intend(copy) == [.notNow(.heldFromDestination)], "by its bytes")
    }

    /// What the destination's own list says of the photo's receipt.
    private func ended(at moment: Int64) throws -> EndedReceipt {
        EndedReceipt(try #require(try receipts().first).receipt, ended: moment, isHeld: true)
    }

    @Test func `What a list says has ended has ended, and is held, but not what was checked since`() throws {
        try index.end([ended(at: 40)], destination: uploads.nas.id)
        #expect(try receipts().map(\.endedAt) == [nil, nil], "it was checked at 50")
        try index.end([ended(at: 60)], destination: uploads.nas.id)
        #expect(try receipts().map(\.endedAt) == [60, nil] && receipts().map(\.failedAt) == [60, nil])
        #expect(try index.destinationsHeldFrom("/photos/a.jpg", sha256: nil) == ["nas"])
    }

    @Test func `A hold that a mark lifted is not made again by the list`() throws {
        try index.end([ended(at: 60)], destination: uploads.nas.id)
        let hashed = HashedFile(
            path: "/photos/a.jpg", sha256: Uploads.sha256(1), fingerprint: still.reading.fingerprint,
            digest: still.reading.digest)
        _ = try index.record(.mark(.work), of: [hashed], copies: [:], basis: Uploads.basis, judge: Library.judge)
        try index.end([ended(at: 60)], destination: uploads.nas.id)
        #expect(try index.destinationsHeldFrom("/photos/a.jpg", sha256: nil) == [])
    }

    @Test func `A new index learns from the list what must not be sent`() throws {
        let ended = try ended(at: 60)
        let other = try Uploads([photo("z.jpg", 9)])
        try other.index.end([ended], destination: other.nas.id)
        var file = photo("copy.jpg", 1)
        let writer = try other.index.scanWriter(root: other.library.root.id, readerVersion: 1, basis: nil)
        #expect(try writer.save([file], judge: Library.judge).count == 1, "a file of its size is hashed")
        file.sha256 = Uploads.sha256(1)
        try other.library.scan([file])
        #expect(try other.index.destinationsHeldFrom("/photos/copy.jpg", sha256: nil) == ["nas"])
        let status = try other.index.status()
        #expect((status.notUploaded.photos, status.heldFromDestinations.photos) == (1, 1))
        #expect(try other.index.checkIntegrity() == [])
    }

    @Test func `What is held from each destination that it would go to is not to upload`() throws {
        _ = try begin()
        #expect(try index.status().heldFromDestinations == LibraryStatus.Count(photos: 1, bytes: 1_001))
        #expect(try index.status().notUploaded.photos == 1)
        let usb = try index.addDestination(name: "usb", spec: "folder:/usb", marker: marker("usb")).id
        func held(_ routes: DestinationRows?) throws -> Int {
            try index.status(unsentSidecars: [.takeout], routes: routes).heldFromDestinations.photos
        }
        #expect(try held(nil) == 0)
        #expect(try held(DestinationRows(general: [uploads.nas.id], ofFence: [:])) == 1)
        #expect(try held(DestinationRows(general: [uploads.nas.id], ofFence: ["Office": usb])) == 0)
        #expect(try held(DestinationRows(general: [usb], ofFence: ["Office": uploads.nas.id])) == 1)
    }
}
