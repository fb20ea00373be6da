import PhotoIndex
import PhotoModel
import SystemPackage
import Testing
import WorkphotosTestSupport

/// The marks and holds of two indexes become one's: the stricter word stands.
struct DecisionMergingTests {
    private let merges: Merges
    private let photos = (1...4).map { photo("\($0).jpg", $0) }

    init() throws { merges = try Merges() }

    /// A file with the bytes of one photo at the path of another.
    private func file(_ path: Int, content: Int) -> ScannedFile { photo("\(path).jpg", content) }

    /// An index of the four photos, and what is said in it.
    private func index(_ decisions: (UserDecision, ScannedFile)...) throws -> Uploads {
        let uploads = try Uploads.ended(photos)
        for (decision, file) in decisions { try uploads.record(decision, of: file) }
        return uploads
    }

    /// What applies to each content at each path, and to each path whatever it contains.
    private func words(_ index: PhotoIndex) throws -> [[String?]] {
        try (1...4).flatMap { path in
            try (0...4).map { content in
                let (mark, hold) = try index.words(
                    path: FilePath("/photos/\(path).jpg"), sha256: content == 0 ? nil : Uploads.sha256(content))
                return [mark?.rawValue, hold == nil ? nil : "held"]
            }
        }
    }

    @Test(arguments: [false, true])
    func `Personal stands against work in both orders, and is told`(isPersonalHere: Bool) throws {
        let personal = try index((.mark(.personal), photos[0]))
        let work = try index((.mark(.work), photos[0]))
        let (own, other) = isPersonalHere ? (personal, work) : (work, personal)
        let merged = try merges.merge(other.index, into: own.index)
        let (here, there): (Mark, Mark) = isPersonalHere ? (.personal, .work) : (.work, .personal)
        #expect(merged.conflicts == [MergedIndex.Conflict(path: "/photos/1.jpg", here: here, there: there)])
        #expect(merged.marks == (isPersonalHere ? 0 : 1))
        #expect(try own.index.photo(at: "/photos/1.jpg")?.marked == .personal)
        #expect(try own.library.judgement("1.jpg")?.verdict == .personal)
        #expect(try own.index.words(path: "/photos/1.jpg", sha256: nil).mark == .personal, "it stays with the path")
        try own.library.expectSound()
    }

    @Test func `What is held in either is held, and a person's hold stands against that of a restored photo`() throws {
        let own = try index((.hold(reason: "restored"), photos[0]), (.hold(reason: "mine"), photos[1]))
        let other = try index(
            (.hold(reason: "printing"), photos[0]), (.hold(reason: "restored"), photos[1]),
            (.hold(reason: "theirs"), photos[2]))
        #expect(try merges.merge(other.index, into: own.index).holds == 2)
        let held = try (1...4).map { try own.index.photo(at: FilePath("/photos/\($0).jpg"))?.held }
        #expect(held == ["printing", "mine", "theirs", nil])
        try own.record(.mark(.work), of: photos[0])
        #expect(try own.index.photo(at: "/photos/1.jpg")?.held == "printing")
    }

    @Test func `A mark as work reaches the verdict, and what it reverses is told`() throws {
        let never = { @Sendable (_: [PhotoFacts]) in Judgement(verdict: .personal, reason: .neverFence) }
        let own = try index()
        _ = try own.index.judgeAnew(basis: Self.neverBasis, judge: never)
        let other = try merges.other(index((.mark(.work), photos[0])).index)
        let merged = try #require(
            try own.index.merge(other, hashed: [:], at: 200, basis: Self.neverBasis, judge: never))
        #expect((merged.becameWork, merged.unread, merged.reverses.neverFences) == (1, 0, 1))
        #expect(merged.changes == [VerdictChange(from: .personal, to: .work, photos: 1)])
        #expect(try own.library.judgement("1.jpg") == Judgement(verdict: .work, reason: .marked))
    }

    @Test func `A photo that cannot be read and may be marked as work there counts as if it were`() throws {
        let never = { @Sendable (_: [PhotoFacts]) in Judgement(verdict: .personal, reason: .neverFence) }
        let own = try Uploads(photos)
        _ = try own.index.judgeAnew(basis: Self.neverBasis, judge: never)
        let other = try merges.other(index((.mark(.work), photos[0]), (.hold(reason: "mine"), photos[1])).index)
        let unread = Set(try own.index.possibleCopies(ofContentsIn: other).map(\.row))
        #expect(unread.count == 2)
        func merge() throws -> [Int?] {
            let merged = try own.index.merge(
                other, hashed: [:], unread: unread, at: 200, basis: Self.neverBasis, judge: never)
            return [merged?.unread, merged?.becameWork, merged?.reverses.neverFences]
        }
        #expect(try merge() == [1, 1, 1])
        #expect(try own.library.judgement("1.jpg")?.reason == .neverFence, "nobody knows its content")
        #expect(try merge() == [0, 0, 0])
    }

    @Test func `What was taken back here since does not come back, until it is said again there`() throws {
        let own = try index()
        let other = try index((.mark(.personal), photos[0]), (.hold(reason: "theirs"), photos[1]))
        func merge() throws -> [Int] {
            let merged = try merges.merge(other.index, into: own.index)
            return [merged.marks, merged.holds]
        }
        func words() throws -> [String?] {
            [
                try own.index.photo(at: "/photos/1.jpg")?.marked?.rawValue,
                try own.index.photo(at: "/photos/2.jpg")?.held,
            ]
        }
        #expect(try merge() == [1, 1])
        #expect(try words() == ["personal", "theirs"])
        try own.record(.unmark, of: photos[0])
        try own.record(.unhold, of: photos[1])
        #expect(try merge() == [0, 0])
        #expect(try words() == [nil, nil])
        try other.record(.mark(.personal), of: photos[0])
        #expect(try merge() == [1, 0])
        #expect(try words() == ["personal", nil])
        try own.library.expectSound()
    }

    private static let neverBasis = JudgingBasis(
        fences: Array(repeating: 7, count: 32), settings: Array(repeating: 1, count: 32), rulesVersion: 1)

    @Test func `Judged on another basis, nothing is merged`() throws {
        let own = try index()
        let other = try merges.other(index((.mark(.personal), photos[0])).index)
        #expect(try own.index.merge(other, hashed: [:], at: 200, basis: Self.neverBasis, judge: Library.judge) == nil)
        #expect(try own.index.photo(at: "/photos/1.jpg")?.marked == nil)
    }

    @Test func `A merged mark as work is older than every word here: a personal photo stays so, moved and edited`()
        throws
    {
        let own = try index((.mark(.personal), photos[0]))
        // Their word is about the bytes that the photo has after the edit, at the path that it has then.
        var edited = photo("new.jpg", 9)
        edited.reading.fingerprint.inode = 1
        edited.sha256 = Uploads.sha256(of: edited.reading.fingerprint)
        let other = try Uploads.ended([])
        try other.record(.mark(.work), of: edited)
        #expect(try merges.merge(other.index, into: own.index).marks == 1)
        try own.library.scan([edited], unseen: own.library.rows("1.jpg"))
        #expect(try own.library.judgement("new.jpg")?.verdict == .personal)
    }

    @Test func `An unhashed file of the size of a marked one is read again by the next scan`() throws {
        let own = try Uploads(photos)
        let merged = try merges.merge(index((.mark(.personal), photos[1])).index, into: own.index)
        #expect(merged.reread == 1)
        let known = try own.index.knownFiles(root: own.library.root.id, readerVersion: 1)
        let reread = try (1...4).filter { number in
            known[try #require(known.index(of: own.library.key("\(number).jpg")))].mustReread
        }
        #expect(reread == [2])
        #expect(try own.index.photo(at: "/photos/2.jpg")?.judgement?.verdict == .personal, "the path is marked too")
        #expect(try merges.merge(index((.mark(.personal), photos[1])).index, into: own.index).reread == 0)
    }

    @Test func `Of unhashed files of one size only those with the same ends are read again`() throws {
        var twin = photo("twin.jpg", 2)
        twin.reading.digest += 1
        let own = try Uploads([photos[1], twin])
        #expect(try merges.merge(index((.mark(.personal), photos[1])).index, into: own.index).reread == 1)
        let known = try own.index.knownFiles(root: own.library.root.id, readerVersion: 1)
        let row = try #require(known.index(of: own.library.key("twin.jpg")))
        #expect(!known[row].mustReread)
    }

    @Test func `Hashed before, a photo hears what is decided on its content alone, also by an earlier merge`() throws {
        let own = try Uploads(photos + [photo("copy.jpg", 1), photo("z.jpg", 9)])
        let other = try merges.other(index((.mark(.personal), photos[0])).index)
        let copies = try own.index.possibleCopies(ofContentsIn: other)
        #expect(copies.map(\.path) == ["/photos/1.jpg", "/photos/copy.jpg"])
        _ = try own.index.merge(other, hashed: [:], at: 200, basis: Uploads.basis, judge: Library.judge)
        #expect(try own.library.judgement("copy.jpg")?.verdict == .work, "nobody knows its content")
        let copy = try #require(copies.last)
        let file = photo("copy.jpg", 1)
        let hashed = HashedFile(
            path: copy.path, sha256: Uploads.sha256(1), fingerprint: file.reading.fingerprint,
            digest: file.reading.digest)
        _ = try own.index.merge(
            other, hashed: [copy.row: hashed], at: 200, basis: Uploads.basis, judge: Library.judge)
        #expect(try own.library.judgement("copy.jpg") == Judgement(verdict: .personal, reason: .marked))
        try own.library.expectSound()
    }

    /// Says something at random.
    private func random(_ chance: inout SplitMix64) throws -> Uploads {
        let uploads = try Uploads.ended(photos)
        let decisions: [UserDecision] = [
            .mark(.work), .mark(.personal), .unmark, .hold(reason: "mine"), .hold(reason: "restored"), .unhold,
        ]
        for _ in 1...Int.random(in: 1...9, using: &chance) {
            let (path, content) = (Int.random(in: 1...4, using: &chance), Int.random(in: 1...4, using: &chance))
            try uploads.record(decisions.randomElement(using: &chance) ?? .unmark, of: file(path, content: content))
        }
        return uploads
    }

    @Test(arguments: UInt64(1)...60)
    func `In both orders the same is decided, nothing is weaker than in either, and twice is once`(seed: UInt64) throws
    {
        var chance = SplitMix64(seed: seed)
        let (one, other) = (try random(&chance), try random(&chance))
        let (before, beside) = (try words(one.index), try words(other.index))
        let otherPlace = try Merges()
        let (mine, theirs) = (try merges.other(one.index), try otherPlace.other(other.index))
        _ = try one.index.merge(theirs, hashed: [:], at: 200, basis: Uploads.basis, judge: Library.judge)
        _ = try other.index.merge(mine, hashed: [:], at: 200, basis: Uploads.basis, judge: Library.judge)
        let merged = try words(one.index)
        #expect(try words(other.index) == merged)
        for (words, (a, b)) in zip(merged, zip(before, beside)) {
            if a[0] == "personal" || b[0] == "personal" { #expect(words[0] == "personal") }
            if a[1] == "held" || b[1] == "held" { #expect(words[1] == "held") }
        }
        let again = try #require(
            try one.index.merge(theirs, hashed: [:], at: 300, basis: Uploads.basis, judge: Library.judge))
        #expect((again.marks, again.holds, again.receipts, again.runs) == (0, 0, 0, 0))
        #expect(try words(one.index) == merged)
        try one.library.expectSound()
        try other.library.expectSound()
    }
}
