import PhotoIndex
import PhotoModel
import SystemPackage
import Testing

/// A photo has another hash once anything that is told of it is different, and only then.
struct PhotoHashTests {
    private let uploads: Uploads
    private let jpg = still("a.jpg", 1)
    private let xmp = scanned("a.xmp", 2, .sidecar(.xmp))
    private let other = photo("b.jpg", 4)
    private let home = photo("home.jpg", 5, at: (-5, 0))
    private let film = clip("c.mov", 7)
    private var index: PhotoIndex { uploads.index }

    init() throws { uploads = try Uploads([jpg, xmp, other, home, film, still("c.jpg", 6)]) }

    /// The hash of each photo, and all that is told of it in words.
    private func told() throws -> [FilePath: (hash: Int, words: String)] {
        var hashes: [FilePath: Int] = [:]
        try index.photoHashes(unsentSidecars: [.takeout]) { hashes[$0] = $1 }
        var told: [FilePath: (hash: Int, words: String)] = [:]
        try index.photos(at: Array(hashes.keys), unsentSidecars: [.takeout]) { photo, isUploaded in
            told[photo.path] = (try #require(hashes[photo.path]), "\(isUploaded) \(String(reflecting: photo))")
        }
        #expect(told.count == hashes.count)
        return told
    }

    /// The names of the photos that have another hash after `body`, among which are those of which something else is
    /// told.
    private func changed(_ body: () throws -> Void) throws -> [String] {
        let before = try told()
        try body()
        let now = try told()
        let paths = Set(before.keys).union(now.keys)
        let changed = paths.filter { before[$0]?.hash != now[$0]?.hash }
        #expect(changed.isSuperset(of: paths.filter { before[$0]?.words != now[$0]?.words }))
        return changed.compactMap { $0.lastComponent?.string }.sorted()
    }

    private func hashed(_ file: ScannedFile) -> HashedFile {
        HashedFile(
            path: uploads.library.root.path.appending(bytes: file.path),
            sha256: Uploads.sha256(of: file.reading.fingerprint), fingerprint: file.reading.fingerprint,
            digest: file.reading.digest)
    }

    private func decide(_ decision: UserDecision, _ file: ScannedFile) throws {
        _ = try index.record(decision, of: [hashed(file)], copies: [:], basis: Uploads.basis, judge: Library.judge)
    }

    @Test func `Nothing differs while nothing changes`() throws {
        #expect(try changed {} == [])
        #expect(try changed { _ = try index.beginRun("scan", at: 20) } == [])
    }

    @Test func `A decision is that of its photo alone`() throws {
        #expect(try changed { try decide(.mark(.personal), other) } == ["b.jpg"])
        #expect(try changed { try decide(.mark(.work), home) } == ["home.jpg"])
        #expect(try changed { try decide(.hold(reason: "printing"), home) } == ["home.jpg"])
        #expect(try changed { try decide(.unhold, home) } == ["home.jpg"])
    }

    @Test func `A copy of the photo and of a file beside it`() throws {
        #expect(try changed { try uploads.conclude(uploads.action(other), .done) } == ["b.jpg"])
        // The group has another file that is not sent yet.
        #expect(try changed { try uploads.conclude(uploads.action(jpg), .done) } == ["a.jpg"])
        #expect(try changed { try uploads.conclude(uploads.action(xmp), .done) } == ["a.jpg"])
        #expect(try changed { _ = try index.removeDestination(named: "nas", at: 7) } == ["a.jpg", "b.jpg"])
    }

    @Test func `A hold on a clip is that of the still beside it too`() throws {
        #expect(try changed { try decide(.hold(reason: "printing"), film) } == ["c.jpg", "c.mov"])
    }

    @Test func `Another distance to the same fence`() throws {
        let basis = JudgingBasis(
            fences: Array(repeating: 2, count: 32), settings: Array(repeating: 1, count: 32), rulesVersion: 1)
        let changes = try changed {
            _ = try index.judgeAnew(basis: basis) { members in
                var judgement = Library.judge(members)
                if let distance = judgement.distance { judgement.distance = distance - 1 }
                return judgement
            }
        }
        #expect(changes == ["a.jpg", "b.jpg", "c.jpg", "c.mov"])
    }

    @Test func `A photo that is read anew, comes or goes`() throws {
        let library = uploads.library
        let row = try library.rows("b.jpg")[0]
        let changes = try changed {
            let gone = try library.rows("home.jpg")
            try library.scan([photo("b.jpg", 8, row: row), photo("new.jpg", 9)], unseen: gone, acceptsMissing: true)
        }
        #expect(changes == ["b.jpg", "home.jpg", "new.jpg"])
    }
}
