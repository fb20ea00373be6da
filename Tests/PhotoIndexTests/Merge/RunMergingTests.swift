import PhotoIndex
import PhotoModel
import SystemPackage
import Testing

/// Runs of another machine are here to be read, and their removals count.
struct RunMergingTests {
    private static let hour: Int64 = 3_600 * 1_000_000_000
    private let merges: Merges
    private let own: Uploads
    private let other: Uploads

    /// Two libraries at one path, whose first runs began at different moments.
    init() throws {
        merges = try Merges()
        own = try Uploads.ended((1...4).map { photo("\($0).jpg", $0) })
        other = try Uploads.ended((5...8).map { photo("\($0).jpg", $0) })
    }

    /// Removes a photo in a run of its own.
    @discardableResult
    private func remove(_ number: Int, of uploads: Uploads, at began: Int64) throws -> Action {
        let file = photo("\(number).jpg", number)
        return try uploads.running(from: began) { uploads in
            try uploads.send([file], at: began)
            return try uploads.remove(file, at: began)
        }
    }

    private func caps(_ index: PhotoIndex, since: Int64 = 0) throws -> [String] {
        let caps = try index.removalCaps(since: since)
        return (caps.roots + [caps.library]).map { "\($0.path?.string ?? "all") \($0.removed) of \($0.largest)" }
    }

    private func runs(_ index: PhotoIndex) throws -> [RunRecord] {
        var runs: [RunRecord] = []
        try index.runs(limit: nil) {
            runs.append($0)
            return true
        }
        return runs
    }

    @Test func `Removals count in both orders alike, and once`() throws {
        try remove(1, of: own, at: 50)
        try remove(5, of: other, at: 60)
        let otherPlace = try Merges()
        let (mine, theirs) = (try merges.other(own.index), try otherPlace.other(other.index))
        let merged = try own.index.merge(theirs, hashed: [:], at: 200, basis: Uploads.basis, judge: Library.judge)
        #expect((merged?.runs, merged?.removed) == (1, 1))
        _ = try other.index.merge(mine, hashed: [:], at: 200, basis: Uploads.basis, judge: Library.judge)
        for index in [own.index, other.index] { #expect(try caps(index) == ["/photos 2 of 4", "all 2 of 4"]) }
        try merges.merge(other.index, into: own.index)
        #expect(try caps(own.index) == ["/photos 2 of 4", "all 2 of 4"], "its own removal came back")
        #expect(try caps(own.index, since: 55) == ["/photos 1 of 4", "all 1 of 4"])
        try own.library.expectSound()
    }

    @Test func `A larger library there, and what was removed from it, allows no more here`() throws {
        let own = try Uploads.ended((1...24).map { photo("\($0).jpg", $0) })
        let other = try Uploads.ended((1...100).map { photo("\($0).jpg", $0) })
        func allowed() throws -> Int {
            let caps = try own.index.removalCaps(since: 0)
            return try #require(
                (0...30).last { photos in
                    (caps.roots + [caps.library]).allSatisfy { $0.limit(brokenBy: photos, RemovalLimit()) == nil }
                })
        }
        #expect(try allowed() == 6)
        try merges.merge(other.index, into: own.index)
        #expect(try allowed() == 6)
        for number in 1...4 { try remove(number, of: other, at: Int64(number * 10 + 10)) }
        try merges.merge(other.index, into: own.index)
        #expect(try caps(own.index) == ["/photos 4 of 28", "all 4 of 28"])
        #expect(try allowed() == 3)
    }

    @Test func `A removal elsewhere counts for the whole index only`() throws {
        let elsewhere = Uploads(
            library: try Library(other.index, root: "/card"), nas: other.nas, run: other.run)
        try elsewhere.library.scan([photo("9.jpg", 9)])
        try remove(9, of: elsewhere, at: 60)
        try merges.merge(other.index, into: own.index)
        #expect(try caps(own.index) == ["/photos 0 of 4", "all 1 of 5"])
    }

    @Test func `What was removed there and is found gone here is no unknown loss`() throws {
        let theirs = try Uploads.ended((1...4).map { photo("\($0).jpg", $0) })
        try own.running(from: 40, "upload") { try $0.send([photo("1.jpg", 1)], at: 41) }
        try remove(1, of: theirs, at: 60)
        try own.library.scan([], unseen: own.library.rows("1.jpg"))
        #expect(try own.index.removalCaps(since: 0).lost == 1)
        try merges.merge(theirs.index, into: own.index)
        #expect(try own.index.removalCaps(since: 0).lost == 0)
        #expect(try caps(own.index) == ["/photos 1 of 4", "all 1 of 4"])
    }

    @Test func `What was undone there since does not count any more`() throws {
        let purge = try remove(5, of: other, at: 60)
        try merges.merge(other.index, into: own.index)
        #expect(try caps(own.index).last == "all 1 of 5")
        try other.running(from: 70, "undo") { try $0.bringBack(purge, at: 71) }
        #expect(try merges.merge(other.index, into: own.index).runs == 1)
        #expect(try caps(own.index).last == "all 0 of 4")
        try own.library.expectSound()
    }

    @Test func `By a clock that was ahead there nothing counts longer than from now on`() throws {
        try remove(5, of: other, at: 500 * Self.hour)
        try merges.merge(other.index, into: own.index, at: Self.hour)
        #expect(try caps(own.index, since: Self.hour).last == "all 1 of 5")
        #expect(try caps(own.index, since: 2 * Self.hour).last == "all 0 of 4")
        #expect(try own.index.latestMoment(atLeast: 2 * Self.hour) == 2 * Self.hour)
    }

    @Test func `They can be read, and nothing goes by them`() throws {
        try remove(5, of: other, at: 60)
        try other.index.noteRun("scan", from: 80, to: 90, isComplete: true, counts: ["new": 3])
        #expect(try merges.merge(other.index, into: own.index).runs == 2)
        let merged = try runs(own.index).filter { $0.mergedAt != nil }
        #expect(merged.map(\.command) == ["scan", "purge"])
        #expect(merged.map(\.counts) == [["new": 3], ["done": 1]])
        #expect(merged.map(\.started) == [80, 60])
        #expect(merged.allSatisfy { $0.host == PhotoIndex.hostName && $0.mergedAt == 200 })
        let purge = try #require(merged.last)
        let actions = try own.actions(ofRun: purge.id)
        #expect(actions.map(\.kind) == [.upload, .purge])
        #expect(actions.map(\.group) == [0, 0])
        #expect(actions.map { $0.destination?.name } == ["nas", "nas"])
        #expect(actions.flatMap(\.members).map(\.path) == ["/photos/5.jpg", "/photos/5.jpg"])
        #expect(actions.flatMap(\.members).map(\.ticket) == [nil, "trash 0"])
        #expect(try own.index.isMerged(run: purge.id))
        #expect(try !own.index.isMerged(run: own.run))
        #expect(try own.index.latestRemovingRun() == nil)
        var removed = 0
        try own.index.removedGroups { _, _ in
            removed += 1
            return true
        }
        #expect(removed == 0)
        #expect(try own.index.latestRun("purge") == nil)
        #expect(try own.index.lastScan() == nil)
        try own.library.expectSound()
    }

    @Test func `What failed in the last upload there is not what failed here`() throws {
        try other.running(from: 60, "upload") { try $0.conclude($0.action(photo("6.jpg", 6)), .failed) }
        try merges.merge(other.index, into: own.index)
        #expect(try own.index.failedUploads(of: ["/photos/6.jpg"], to: own.nas.id) == [:])
    }

    @Test func `An upload of another photo from the same path there sent nothing of the photo here`() throws {
        let theirs = try Uploads.ended([photo("1.jpg", 9)])
        try theirs.running(from: 60, "upload") { try $0.send([photo("1.jpg", 9)], at: 61) }
        try merges.merge(theirs.index, into: own.index)
        #expect(try own.index.sentPhoto(at: "/photos/1.jpg")?.copies.isEmpty == true)
    }
}
