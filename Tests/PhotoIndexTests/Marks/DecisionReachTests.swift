import PhotoIndex
import PhotoModel
import SystemPackage
import Testing

/// Decisions reach the contents of all files of a photo.
struct DecisionReachTests {
    private let library: Library
    private let basis = JudgingBasis(
        fences: Array(repeating: 1, count: 32), settings: Array(repeating: 2, count: 32), rulesVersion: 1)

    init() throws {
        library = try Library()
        try library.scan([still("I.jpg", 1), clip("I.mov", 2), still("d.jpg", 4)])
        _ = try library.index.judgeAnew(basis: basis, judge: Library.judge)
    }

    private func hashed(_ file: ScannedFile, _ byte: UInt8) -> HashedFile {
        HashedFile(
            path: FilePath("/photos").appending(bytes: file.path), sha256: Array(repeating: byte, count: 32),
            fingerprint: file.reading.fingerprint, digest: file.reading.digest)
    }

    private func record(
        _ decision: UserDecision, _ file: ScannedFile, _ byte: UInt8, partners: [Int64: HashedFile?] = [:]
    ) throws {
        let result = try library.index.record(
            decision, of: [hashed(file, byte)], copies: partners, basis: basis, judge: Library.judge)
        guard case .recorded = result else { return #expect(Bool(false), "it was not recorded") }
    }

    private func extend(_ hashed: [Int64: HashedFile] = [:]) throws -> Bool {
        try library.index.extendDecisions(hashed: hashed, basis: basis, judge: Library.judge)
    }

    @Test func `The unhashed partners of a file are those of its photo that nobody has hashed`() throws {
        let row = try library.rows("I.mov")[0]
        let partner = PossibleCopy(row: row, path: "/photos/I.mov")
        #expect(try library.index.unhashedPartners(of: ["/photos/I.jpg", "/photos/d.jpg"]) == [partner])
        #expect(try library.index.unhashedPartners(of: ["/photos/I.jpg", "/photos/I.mov"]) == [])
        try record(.mark(.personal), still("I.jpg", 1), 1, partners: [row: hashed(clip("I.mov", 2), 2)])
        #expect(try library.index.unhashedPartners(of: ["/photos/I.jpg"]) == [])
        #expect(try library.index.words(path: "/other", sha256: Array(repeating: 2, count: 32)).mark == .personal)
        try library.expectSound()
    }

    @Test func `What decisions do not reach yet is hashed once, with what may be its copy`() throws {
        try library.scan([clip("0.mov", 2)])
        #expect(try library.index.photosToHashForDecisions() == nil)
        #expect(try !extend())
        try record(.mark(.personal), still("I.jpg", 1), 1)
        try record(.hold(reason: "printing"), still("I.jpg", 1), 1)
        let rows = try library.rows("I.mov", "0.mov")
        let copies = [
            PossibleCopy(row: rows[0], path: "/photos/I.mov"), PossibleCopy(row: rows[1], path: "/photos/0.mov"),
        ]
        #expect(try library.index.photosToHashForDecisions() == copies)
        #expect(try !extend())
        #expect(try extend([rows[0]: hashed(clip("I.mov", 2), 2), rows[1]: hashed(clip("0.mov", 2), 2)]))
        let copy = try #require(try library.index.photo(at: "/photos/0.mov"))
        #expect(copy.judgement?.reason == .marked && copy.held == "printing")
        #expect(try library.index.photosToHashForDecisions() == nil)
        #expect(try !extend())
        try library.expectSound()
    }

    /// What is decided on a clip's bytes, wherever they are.
    private func markOfClip() throws -> Mark? {
        try library.index.words(path: "/other", sha256: Array(repeating: 2, count: 32)).mark
    }

    @Test func `The latest word counts for a photo's other file, whichever of both was said first`() throws {
        try record(.mark(.work), clip("I.mov", 2), 2)
        try record(.mark(.personal), still("I.jpg", 1), 1)
        #expect(try markOfClip() == .personal)
        try record(.mark(.work), clip("I.mov", 2), 2)
        #expect(try !extend())
        #expect(try markOfClip() == .work)
        #expect(try library.judgement("I.jpg")?.verdict == .personal)
        try library.expectSound()
    }

    @Test func `A later word also counts for a file that nobody had hashed when it was said`() throws {
        try record(.mark(.work), clip("elsewhere.mov", 2), 2, partners: [library.rows("I.mov")[0]: nil])
        try record(.mark(.personal), still("I.jpg", 1), 1)
        #expect(try markOfClip() == .work)
        #expect(try extend([library.rows("I.mov")[0]: hashed(clip("I.mov", 2), 2)]))
        #expect(try markOfClip() == .personal)
    }

    @Test func `A decision reaches the other files of copies`() throws {
        try record(.mark(.work), clip("I.mov", 2), 2)
        try record(.mark(.work), still("I.jpg", 1), 1)
        try record(.mark(.personal), still("elsewhere.jpg", 1), 1)
        #expect(try markOfClip() == .personal)
    }

    @Test func `A file that leaves a decided photo keeps the decision, though nobody has hashed it`() throws {
        try record(.mark(.personal), still("I.jpg", 1), 1)
        try record(.hold(reason: "printing"), still("I.jpg", 1), 1)
        try library.scan([clip("raw/I.mov", 2)], unseen: library.rows("I.mov"))
        let film = try #require(try library.index.photo(at: "/photos/raw/I.mov"))
        #expect(film.judgement?.reason == .marked && film.held == "printing" && film.members.count == 1)
        #expect(try library.index.words(path: "/photos/I.mov", sha256: nil).mark == nil, "nothing stays where it was")
        try library.expectSound()
    }

    @Test(arguments: [false, true])
    func `So does one that nobody has hashed and that is moved to another disk, or edited and renamed`(isEdited: Bool)
        throws
    {
        try record(.mark(.personal), still("I.jpg", 1), 1)
        try record(.hold(reason: "printing"), still("I.jpg", 1), 1)
        var moved = clip("raw/I.mov", 2)
        if isEdited {
            moved.reading.fingerprint.size += 100
            moved.reading.digest += 1
        } else {
            moved.fileSystem = Library.card
            moved.reading.fingerprint.inode = 77
        }
        try library.scan([moved], unseen: library.rows("I.mov"))
        let film = try #require(try library.index.photo(at: "/photos/raw/I.mov"))
        #expect(film.judgement?.reason == .marked && film.held == "printing" && film.members.count == 1)
        let still = try #require(try library.index.photo(at: "/photos/I.jpg"))
        #expect(still.judgement?.reason == .marked && still.held == "printing", "it is still there")
        try library.expectSound()
    }

    @Test func `What remains of a photo keeps the decision when the decided file is gone`() throws {
        try record(.mark(.personal), still("I.jpg", 1), 1)
        try record(.hold(reason: "printing"), still("I.jpg", 1), 1)
        try library.scan([], unseen: library.rows("I.jpg"))
        let film = try #require(try library.index.photo(at: "/photos/I.mov"))
        #expect(film.judgement?.reason == .marked && film.held == "printing")
        try library.expectSound()
    }

    @Test func `A later mark as work on the file that leaves is kept`() throws {
        try record(.mark(.personal), still("I.jpg", 1), 1)
        try record(.mark(.work), clip("I.mov", 2), 2)
        try library.scan([], unseen: library.rows("I.jpg"))
        let film = try #require(try library.index.photo(at: "/photos/I.mov"))
        #expect(film.judgement?.verdict == .work && film.marked == .work)
    }

    @Test func `A file that was changed since the scan takes no content`() throws {
        try record(.mark(.personal), still("I.jpg", 1), 1)
        #expect(try !extend([library.rows("I.mov")[0]: hashed(clip("I.mov", 9), 9)]))
        #expect(try library.index.words(path: "/other", sha256: Array(repeating: 9, count: 32)).mark == nil)
    }

    @Test func `A copy keeps a personal mark and a hold when it is edited, and no mark as work`() throws {
        var copy = still("d.jpg", 4, row: try library.rows("d.jpg")[0])
        for (decision, isKept) in [
            (UserDecision.mark(.work), false), (.mark(.personal), true), (.hold(reason: "x"), true),
        ] {
            copy = still("d.jpg", 4, row: copy.row)
            copy.sha256 = Array(repeating: 4, count: 32)
            try library.scan([copy])
            try record(.unmark, copy, 4)
            try record(.unhold, copy, 4)
            try record(decision, still("elsewhere.jpg", 4), 4)
            try library.scan([still("d.jpg", 5, row: copy.row)])
            let photo = try #require(try library.index.photo(at: "/photos/d.jpg"))
            #expect((photo.marked != nil || photo.held != nil) == isKept, "\(decision)")
            try record(.unmark, still("elsewhere.jpg", 4), 4)
            try record(.unmark, still("d.jpg", 5), 5)
        }
        try library.expectSound()
    }
}
