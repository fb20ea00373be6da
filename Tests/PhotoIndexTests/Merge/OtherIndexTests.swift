import PhotoIndex
import PhotoModel
import SystemPackage
import Testing

/// Another machine's index is read only if it is whole and at rest, and stays as it is.
struct OtherIndexTests {
    private let merges: Merges
    private let uploads: Uploads

    init() throws {
        merges = try Merges()
        uploads = try Uploads.ended([photo("a.jpg", 1), photo("b.jpg", 2)])
    }

    /// The error of opening a backup of the index.
    private func failure() -> IndexError? { indexError { _ = try merges.other(uploads.index) } }

    /// Whether a backup of the index is refused for a reason with these words.
    private func isUnsettled(_ words: String) -> Bool {
        guard case .unsettled(merges.file, let what)? = failure() else { return false }
        return what.contains(words)
    }

    @Test func `It is not changed, and no file is made beside it`() throws {
        try uploads.record(.mark(.personal), of: photo("a.jpg", 1))
        let other = try merges.other(uploads.index)
        let before = try merges.directory.read(merges.file)
        let own = try Uploads.ended([]).index
        #expect(try own.merge(other, hashed: [:], at: 200, basis: Uploads.basis, judge: Library.judge)?.marks == 1)
        #expect(try merges.directory.read(merges.file) == before)
        #expect(TemporaryDirectory.names(merges.directory.path) == ["other.sqlite"])
    }

    @Test func `One that a program has written with a log is read without making its shared memory`() throws {
        let path = merges.directory.index
        do { try Library(PhotoIndex.open(forWritingAt: path, owner: Library.owner)).scan([photo("a.jpg")]) }
        TemporaryDirectory.remove(FilePath(path.string + "-shm"))
        let before = try merges.directory.snapshot()
        #expect(before["index.sqlite-wal"] == [])
        _ = try OtherIndex(at: path, owner: Library.owner)
        #expect(try merges.directory.snapshot() == before)
    }

    @Test func `One that is open for writing, and has a log with content, is not read`() throws {
        let path = merges.directory.index
        let index = try PhotoIndex.open(forWritingAt: path, owner: Library.owner)
        try Library(index).scan([photo("a.jpg")])
        #expect(indexError { _ = try OtherIndex(at: path, owner: Library.owner) } == .inUse(path))
        withExtendedLifetime(index) {}
    }

    @Test func `One that is changed while it is read brings nothing`() throws {
        try uploads.record(.mark(.personal), of: photo("a.jpg", 1))
        let other = try merges.other(uploads.index)
        let own = try Uploads.ended([photo("a.jpg", 1)])
        try execute("UPDATE mark SET verdict = 'work'", in: merges.file)
        let error = indexError {
            _ = try own.index.merge(other, hashed: [:], at: 200, basis: Uploads.basis, judge: Library.judge)
        }
        #expect(error == .inUse(merges.file))
        #expect(try own.index.photo(at: "/photos/a.jpg")?.marked == nil)
    }

    @Test func `Staged and running actions are refused`() throws {
        let action = uploads.action(photo("a.jpg", 1))
        _ = try uploads.running(from: 20, "upload") { try $0.index.stage([action], run: $0.run, at: 21) }
        try #require(isUnsettled("staged"))
        _ = try uploads.index.unstage(nil)
        #expect(failure() == nil)
        try uploads.send([photo("a.jpg", 1)])
        _ = try uploads.index.intend(
            [uploads.purge([photo("a.jpg", 1)])], run: uploads.run, basis: Uploads.basis, leavingOut: [])
        #expect(isUnsettled("under way"))
    }

    @Test func `A run that has not ended is refused, except a scan`() throws {
        _ = try uploads.index.beginRun("scan", at: 20)
        #expect(failure() == nil)
        _ = try uploads.index.beginRun("upload", at: 30)
        #expect(isUnsettled("has not ended"))
    }

    @Test func `Parked photos are refused`() throws {
        _ = try merges.other(uploads.index)
        try execute(
            "INSERT INTO problem (root, path, what, detail, since, seen) VALUES (1, x'61', 'parked', 'x', 1, 1)",
            in: merges.file)
        let error = indexError { _ = try OtherIndex(at: merges.file, owner: Library.owner) }
        #expect(error?.problem.contains("parked") == true)
    }

    @Test func `One that is damaged, another's, or missing is refused as our own is`() throws {
        _ = try merges.other(uploads.index)
        let file = merges.file
        #expect(indexError { _ = try OtherIndex(at: file, owner: "others") } == .foreign(file, owner: Library.owner))
        try execute("DELETE FROM verdict", in: file)
        let fault = "2 groups without a verdict"
        #expect(indexError { _ = try OtherIndex(at: file, owner: Library.owner) } == .damaged(file, fault))
        try TemporaryDirectory.hardLink(file, as: merges.directory.path.appending("link.sqlite"))
        #expect(indexError { _ = try OtherIndex(at: file, owner: Library.owner) } == .twoNames(file))
        let none = merges.directory.path.appending("none.sqlite")
        #expect(indexError { _ = try OtherIndex(at: none, owner: Library.owner) } == .missing(none))
    }
}
