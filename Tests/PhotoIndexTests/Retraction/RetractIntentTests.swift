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
        guard case .begun(let id) = try index.intendRetractions([action], run: uploads.run, at: 60)[0] else {
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
        #expect(try receipts().map(\.isEnded) == [true, true] && receipts().map(\.failedAt) == [60, 60])
        #expect(try index.destinationsHeldFrom("/photos/a.jpg", sha256: nil) == ["nas"])
        #expect(try index.destinationsHeldFrom("/photos/b.jpg", sha256: nil) == [])
        var again = uploads.action(still, xmp)
        again.members[0].sha256 = Uploads.sha256(1)
        #expect(try uploads.intend(again) == [.notNow(.heldFromDestination)])
        #expect(
            try index.objections(to: [again], basis: Uploads.basis, leavingOut: [.takeout]) == [.heldFromDestination])
        again.destination?.id = try index.addDestination(name: "usb", spec: "folder:/usb", marker: marker("usb")).id
        #expect(try uploads.intend(again) != [.notNow(.heldFromDestination)], "only from that destination")
        let size = still.reading.fingerprint.size
        #expect(try index.sizesNotToSend(among: [size], to: uploads.nas.id) == [size])
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
        #expect(try receipts().map(\.isEnded) == [false, false] && receipts().map(\.failedAt) == [nil, nil])
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

    @Test func `An accepted receipt has ended, whether or not it had failed before`() throws {
        let rows = try receipts().map(\.id)
        try index.setChecked([(rows[0], false)], at: 60)
        try index.end(rows.map { ($0, true) }, at: 80)
        #expect(try receipts().map(\.isEnded) == [true, true] && receipts().map(\.failedAt) == [60, 80])
        #expect(try index.sentPhoto(at: "/photos/a.jpg", includingFailed: true)?.copies.isEmpty == true)
    }
}
