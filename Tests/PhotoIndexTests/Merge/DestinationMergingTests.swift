import PhotoIndex
import PhotoModel
import SystemPackage
import Testing

/// What another machine knows of destinations: receipts as hints, and what is held from them.
struct DestinationMergingTests {
    private let merges: Merges
    private let photos = (1...3).map { photo("\($0).jpg", $0) }
    private let own: Uploads
    private let other: Uploads

    init() throws {
        merges = try Merges()
        own = try Uploads.ended(photos)
        other = try Uploads.ended(photos)
    }

    /// Sends a photo in a run of its own.
    private func send(_ number: Int, by uploads: Uploads, at began: Int64) throws {
        try uploads.running(from: began, "upload") { try $0.send([photos[number - 1]], at: began) }
    }

    private func receipts(_ index: PhotoIndex) throws -> [StoredReceipt] {
        var receipts: [StoredReceipt] = []
        try index.receipts(destination: nil) {
            receipts.append($0)
            return true
        }
        return receipts
    }

    /// Takes back the copy of the first photo.
    private func retract(by uploads: Uploads, at time: Int64) throws {
        try uploads.running(from: time, "retract") { uploads in
            let photo = try #require(try uploads.index.sentPhoto(at: "/photos/1.jpg"))
            var action = Action(
                kind: .retract, group: photo.group,
                members: photo.copies.map {
                    Action.Member(
                        path: $0.path, role: $0.role, fingerprint: $0.fingerprint, target: $0.receipt.receipt.target,
                        sha256: $0.receipt.receipt.sha256)
                }, destination: DestinationName(id: uploads.nas.id, name: "nas"))
            let intents = try uploads.index.intendRetractions([action], beside: [[]], run: uploads.run, at: time)
            guard case .begun(let id) = intents[0] else { throw IndexError.failed("", "it did not begin") }
            (action.id, action.state) = (id, .done)
            try uploads.index.conclude([ActionOutcome(action: action)], run: uploads.run, at: time)
        }
    }

    @Test func `Receipts of destinations that both know count as where to look, and once`() throws {
        try send(1, by: other, at: 60)
        #expect(try merges.merge(other.index, into: own.index).receipts == 1)
        let receipt = try #require(receipts(own.index).first)
        #expect((receipt.receipt.target, receipt.destination.id) == ("Office/1.jpg", own.nas.id))
        #expect((receipt.receipt.received, receipt.failedAt) == (60, nil))
        #expect(try own.index.status().uploaded.photos == 1)
        #expect(try own.index.removalCaps(since: 0).library.removed == 0, "it belongs to no lost index")
        #expect(try merges.merge(other.index, into: own.index).receipts == 0)
        try own.library.expectSound()
    }

    @Test func `No receipt is dated later than now`() throws {
        try send(1, by: other, at: 900)
        try merges.merge(other.index, into: own.index, at: 200)
        #expect(try receipts(own.index).map { [$0.receipt.received, $0.receipt.checked] } == [[200, 200]])
    }

    @Test(arguments: [false, true])
    func `Receipts of a destination that is not configured in both count for nothing, and are told`(isHere: Bool) throws
    {
        let card = try other.index.addDestination(name: "card", spec: "folder:/mnt/card", marker: marker("card"))
        if isHere {
            _ = try own.index.addDestination(name: "card", spec: "folder:/mnt/card", marker: marker("card"))
            _ = try own.index.removeDestination(named: "card", at: 50)
        }
        try other.running(from: 60, "upload") { try $0.send([photos[0]], to: card, at: 60) }
        let merged = try merges.merge(other.index, into: own.index)
        #expect((merged.receipts, merged.unknownReceipts) == (0, ["card": 1]))
        #expect(try receipts(own.index).isEmpty)
    }

    @Test func `Shares and albums stay with the other index, and are counted`() throws {
        _ = try merges.other(other.index)
        for (audience, end) in [("'a@example.org'", "NULL"), ("'b@example.org'", "6"), ("NULL", "NULL")] {
            try execute(
                """
                INSERT INTO share (destination, target, content, path, audience, role, askedAt, stoppedAt)
                SELECT d.id, x'61', c.id, x'2f61', \(audience), 'reader', 5, \(end)
                FROM destination d, content c LIMIT 1
                """, in: merges.file)
        }
        try execute(
            "INSERT INTO album (destination, target, madeAt, isClean) SELECT id, x'62', 5, 0 FROM destination LIMIT 1",
            in: merges.file)
        let there = try OtherIndex(at: merges.file, owner: Library.owner)
        let merged = try own.index.merge(there, hashed: [:], at: 200, basis: Uploads.basis, judge: Library.judge)
        #expect((merged?.shares, merged?.albums) == (2, 1))
    }

    @Test func `A copy that was taken back there has ended here, and is held from there in both orders`() throws {
        try send(1, by: own, at: 50)
        try send(1, by: other, at: 60)
        let otherPlace = try Merges()
        let mine = try otherPlace.other(own.index)
        try retract(by: other, at: 70)
        let merged = try merges.merge(other.index, into: own.index)
        #expect((merged.receipts, merged.ended, merged.holds > 0) == (0, 1, true))
        _ = try other.index.merge(mine, hashed: [:], at: 200, basis: Uploads.basis, judge: Library.judge)
        for index in [own.index, other.index] {
            #expect(try receipts(index).map { $0.endedAt != nil } == [true])
            #expect(try index.destinationsHeldFrom("/photos/1.jpg", sha256: nil) == ["nas"])
        }
        #expect(try merges.merge(other.index, into: own.index).holds == 0)
    }

    @Test func `What was held from a destination there is held here, though it was lifted here`() throws {
        for uploads in [own, other] {
            try send(1, by: uploads, at: 60)
            try retract(by: uploads, at: 70)
        }
        try own.record(.mark(.work), of: photos[0])
        func heldFrom() throws -> [[String]] {
            let (path, copy): (FilePath, FilePath) = ("/photos/1.jpg", "/copies/1.jpg")
            return try [(path, nil), (copy, Uploads.sha256(1))].map {
                try own.index.destinationsHeldFrom($0, sha256: $1)
            }
        }
        #expect(try heldFrom() == [[], []])
        let merged = try merges.merge(other.index, into: own.index)
        #expect(try heldFrom() == [["nas"], ["nas"]])
        #expect(merged.holds == merged.heldAgain && merged.heldAgain > 0)
        let again = try merges.merge(other.index, into: own.index)
        #expect((again.holds, again.heldAgain) == (0, 0))
    }
}
