import Glibc
import PhotoIndex
import PhotoModel
import SystemPackage
import Testing

/// Decisions that stay with paths, when the files get other paths.
struct DecisionsAlongTests {
    private let library: Library
    private let basis = JudgingBasis(
        fences: Array(repeating: 1, count: 32), settings: Array(repeating: 2, count: 32), rulesVersion: 1)

    init() throws {
        library = try Library()
        try library.scan((1...5).map { photo("d/\($0).jpg", $0) })
        _ = try library.index.judgeAnew(basis: basis, judge: Library.judge)
        try decide(.mark(.personal))
        try decide(.hold(reason: "printing"))
    }

    /// Decides on the photo 1, at its first path unless another is given.
    private func decide(_ decision: UserDecision, _ path: String = "d/1.jpg") throws {
        let file = photo(path, 1)
        let hashed = HashedFile(
            path: FilePath("/photos/\(path)"), sha256: Array(repeating: 1, count: 32),
            fingerprint: file.reading.fingerprint, digest: file.reading.digest)
        _ = try library.index.record(decision, of: [hashed], copies: [:], basis: basis, judge: Library.judge)
    }

    /// Decides on the photo 1 as it is at `n/1.jpg` after an edit.
    private func decideOnEdited(_ decision: UserDecision) throws {
        let file = edited("n/1.jpg")
        let hashed = HashedFile(
            path: "/photos/n/1.jpg", sha256: Array(repeating: 8, count: 32), fingerprint: file.reading.fingerprint,
            digest: file.reading.digest)
        _ = try library.index.record(decision, of: [hashed], copies: [:], basis: basis, judge: Library.judge)
    }

    /// The photo 1, hashed, under a path.
    private func moved(_ path: String, row: Int64? = nil) -> ScannedFile {
        var file = photo(path, 1, row: row)
        file.sha256 = Array(repeating: 1, count: 32)
        return file
    }

    /// The photo 1 after an edit in place, under a path.
    private func edited(_ path: String, row: Int64? = nil) -> ScannedFile {
        var file = photo(path, 1, row: row)
        file.reading.fingerprint.size += 100
        file.reading.fingerprint.modified += 100
        file.reading.digest += 1
        return file
    }

    private func expectDecided(
        _ path: String, _ isDecided: Bool = true, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let found = try library.index.photo(at: FilePath("/photos/\(path)"))
        let photo = try #require(found, sourceLocation: sourceLocation)
        #expect(photo.judgement?.verdict == (isDecided ? .personal : .work), sourceLocation: sourceLocation)
        #expect(photo.held == (isDecided ? "printing" : nil), sourceLocation: sourceLocation)
        #expect(try library.index.checkIntegrity().isEmpty, sourceLocation: sourceLocation)
    }

    @Test(arguments: ["d/new.jpg", "other/1.jpg"])
    func `Renamed and scanned, then edited: it is still decided`(path: String) throws {
        try library.scan([moved(path)], unseen: library.rows("d/1.jpg"))
        try library.scan([edited(path, row: library.rows(path)[0])])
        try expectDecided(path)
    }

    @Test(arguments: ["d/new.jpg", "other/1.jpg"])
    func `Edited and renamed between two scans: it is still decided`(path: String) throws {
        let outcome = try library.scan([edited(path)], unseen: library.rows("d/1.jpg"))
        #expect((outcome.moved, outcome.new, outcome.gone) == (0, 1, 1))
        try expectDecided(path)
    }

    @Test func `Edited and scanned, then renamed: it is still decided`() throws {
        try library.scan([edited("d/1.jpg", row: library.rows("d/1.jpg")[0])])
        #expect(try library.scan([edited("n.jpg")], unseen: library.rows("d/1.jpg")).moved == 1)
        try expectDecided("n.jpg")
    }

    @Test func `Edited and given the name of another photo: it is still decided`() throws {
        try library.scan([edited("d/2.jpg", row: library.rows("d/2.jpg")[0])], unseen: library.rows("d/1.jpg"))
        try expectDecided("d/2.jpg")
    }

    @Test func `A scan that ends early, or does not see the old directory, takes the decisions along`() throws {
        let writer = try library.index.scanWriter(root: library.root.id, readerVersion: 1, basis: basis)
        try writer.save([edited("n/1.jpg")], judge: Library.judge)
        try expectDecided("n/1.jpg")
    }

    @Test(arguments: [Library.card, FileSystemIdentity(name: "uuid:other", keepsInodes: true)], [false, true])
    func `Edited, saved by a scan that was killed, and moved to another disk: it is still decided`(
        disk: FileSystemIdentity, isKnownAsGone: Bool
    ) throws {
        let old = try library.rows("d/1.jpg")
        let writer = try library.index.scanWriter(root: library.root.id, readerVersion: 1, basis: basis)
        try writer.save([edited("d/1.jpg", row: old[0])], judge: Library.judge)
        if isKnownAsGone { try library.scan([], unseen: old) }
        var (moved, other) = (edited("n/1.jpg"), edited("m.jpg"))
        (moved.fileSystem, other.fileSystem) = (disk, disk)
        (moved.reading.fingerprint.inode, other.reading.fingerprint.inode) = (77, 78)
        other.reading.digest += 1
        try library.scan([moved, other], unseen: isKnownAsGone ? [] : old)
        try expectDecided("n/1.jpg")
        try expectDecided("m.jpg", false)
        try library.scan([photo("d/1.jpg", 9)])
        try expectDecided("d/1.jpg", false)
    }

    @Test func `A decision made during a scan is taken along`() throws {
        let directory = try TemporaryDirectory()
        let path = directory.index
        let library = try Library(PhotoIndex.open(forWritingAt: path, owner: Library.owner))
        try library.scan((1...3).map { photo("\($0).jpg", $0) })
        let writer = try library.index.scanWriter(root: library.root.id, readerVersion: 1, basis: nil)
        try writer.save([photo("4.jpg", 4)], judge: Library.judge)
        try execute(
            """
            INSERT INTO content VALUES (1, zeroblob(32), 1001);
            INSERT INTO mark VALUES (1, 1, 'personal', CAST('/photos/1.jpg' AS BLOB), 1, 1);
            UPDATE changeCount SET count = count + 1
            """, in: path)
        try writer.save([edited("n.jpg")], judge: Library.judge)
        #expect(try library.index.photo(at: "/photos/n.jpg")?.judgement?.verdict == .personal)
    }

    @Test func `The old path is free once its file is gone`() throws {
        try library.scan([edited("n/1.jpg")], unseen: library.rows("d/1.jpg"))
        try library.scan([photo("d/1.jpg", 9)])
        try expectDecided("d/1.jpg", false)
        try expectDecided("n/1.jpg")
    }

    @Test func `The old path of a file with two names keeps its decisions`() throws {
        try library.scan([edited("n/1.jpg")])
        try expectDecided("d/1.jpg")
        try expectDecided("n/1.jpg")
    }

    @Test func `Withdrawn decisions do not come back with the next move`() throws {
        try library.scan([edited("n/1.jpg")], unseen: library.rows("d/1.jpg"))
        for decision in [UserDecision.unmark, .unhold] { try decideOnEdited(decision) }
        try library.scan([edited("m.jpg")], unseen: library.rows("n/1.jpg"))
        try expectDecided("m.jpg", false)
    }

    @Test func `A mark that was made at the new path before the scan takes precedence`() throws {
        try decide(.unhold)
        var file = edited("n/1.jpg")
        file.sha256 = Array(repeating: 8, count: 32)
        try decideOnEdited(.mark(.work))
        try library.scan([file], unseen: library.rows("d/1.jpg"))
        #expect(try library.index.photo(at: "/photos/n/1.jpg")?.marked == .work)
    }

    @Test func `One that was said of another file with the same bytes there does not`() throws {
        try decide(.unhold)
        // Nothing has the path, so nobody knows of which file it is said.
        try decide(.mark(.work), "n/1.jpg")
        try library.scan([moved("n/1.jpg")], unseen: library.rows("d/1.jpg"))
        #expect(try library.index.photo(at: "/photos/n/1.jpg")?.marked == .personal)
    }

    @Test func `Inodes that change at each mount prove nothing`() throws {
        var other = edited("n/1.jpg")
        other.fileSystem = FileSystemIdentity(name: Library.disk.name, keepsInodes: false)
        try library.scan([other], unseen: library.rows("d/1.jpg"))
        try expectDecided("n/1.jpg", false)
    }

    @Test func `A file that was made later is another, though it has the inode of a removed one`() throws {
        let directory = try TemporaryDirectory()
        let (library, file) = try libraryWithNewFile(in: directory)
        var old = photo("old.jpg", 1)
        old.reading.fingerprint.inode = file.reading.fingerprint.inode
        try library.scan([old, photo("a.jpg", 2), photo("b.jpg", 3)])
        _ = try library.index.judgeAnew(basis: basis, judge: Library.judge)
        try mark(old, in: library)
        try library.scan([file], unseen: library.rows("old.jpg"))
        // The removed one was last seen in 1970.
        #expect(try library.index.photo(at: library.root.path.appending("new.jpg"))?.judgement?.verdict == .work)
    }

    @Test func `A copy that comes back edited is still decided, though a new photo has its inode`() throws {
        let directory = try TemporaryDirectory()
        let (library, file) = try libraryWithNewFile(in: directory)
        var copy = moved("copy.jpg")
        copy.reading.fingerprint.inode = file.reading.fingerprint.inode
        let old = moved("old.jpg")
        try library.scan([old, copy, photo("a.jpg", 2), photo("b.jpg", 3)])
        _ = try library.index.judgeAnew(basis: basis, judge: Library.judge)
        try mark(old, in: library)
        let rows = try library.rows("copy.jpg")
        try library.scan([file], unseen: rows)
        try library.scan([edited("copy.jpg", row: rows.first)])
        #expect(try library.index.photo(at: library.root.path.appending("copy.jpg"))?.judgement?.verdict == .personal)
    }

    /// A library in a directory, and a new file in it.
    private func libraryWithNewFile(in directory: TemporaryDirectory) throws -> (Library, ScannedFile) {
        let path = directory.path.appending("new.jpg")
        try directory.write([1], to: path)
        var status = stat()
        #expect(unsafe stat(path.string, &status) == 0)
        var file = photo("new.jpg", 4)
        file.reading.fingerprint.inode = UInt64(status.st_ino)
        return (try Library(root: directory.path), file)
    }

    private func mark(_ file: ScannedFile, in library: Library) throws {
        let hashed = HashedFile(
            path: library.root.path.appending("old.jpg"), sha256: Array(repeating: 1, count: 32),
            fingerprint: file.reading.fingerprint, digest: file.reading.digest)
        _ = try library.index.record(
            .mark(.personal), of: [hashed], copies: [:], basis: basis, judge: Library.judge)
    }
}
