import PhotoIndex
import PhotoModel
import SystemPackage
import Testing

/// Removals from the whole library, and from roots that were forgotten.
struct LibraryCapTests {
    private static let day: Int64 = 86_400 * 1_000_000_000
    private let photos = (1...4).map { photo("\($0).jpg", $0) }
    private let uploads: Uploads
    private var index: PhotoIndex { uploads.index }

    /// The library was scanned at 100 ns.
    init() throws {
        uploads = try Uploads(photos + [sidecar("4.xmp", 9)])
        try uploads.send([photos[0]], [photos[1]])
    }

    private func caps(
        since: Int64 = 0, _ others: OtherRemovals = OtherRemovals()
    ) throws -> [String] {
        let caps = try index.removalCaps(since: since, besides: others)
        let roots = caps.roots.map { "\($0.path?.string ?? "") \($0.removed) of \($0.largest)" }
        #expect(caps.library.path == nil)
        return roots + ["all \(caps.library.removed) of \(caps.library.largest)"]
    }

    /// The files with the hashes that a scan computes because a destination has files of their size.
    private func hashed(_ files: [ScannedFile]) -> [ScannedFile] {
        files.map { file in
            var file = file
            file.sha256 = Uploads.sha256(of: file.reading.fingerprint)
            return file
        }
    }

    @Test func `All roots count together`() throws {
        try Library(index, root: "/card").scan((11...13).map { photo("\($0).jpg", $0) })
        try uploads.remove(photos[0])
        #expect(try caps() == ["/card 0 of 3", "/photos 1 of 4", "all 1 of 7"])
    }

    @Test func `What was removed from a forgotten root counts for the whole index, and for a root that is there again`()
        throws
    {
        try uploads.remove(photos[0], at: 60)
        try index.forget(root: "/photos", at: 70)
        #expect(try caps() == ["all 1 of 4"])
        try Library(index, root: "/photos").scan(hashed(Array(photos.dropFirst())))
        #expect(try caps() == ["/photos 1 of 3", "all 1 of 4"])
        #expect(try caps(since: 8 * Self.day) == ["/photos 0 of 3", "all 0 of 3"])
    }

    @Test func `Forgetting roots and scanning their parts does not enlarge the index`() throws {
        try index.forget(root: "/photos", at: 40)
        try Library(index, root: "/photos/a").scan(hashed(Array(photos[...1])))
        try Library(index, root: "/photos/b").scan(hashed(Array(photos[2...])))
        #expect(try caps() == ["/photos/a 0 of 2", "/photos/b 0 of 2", "all 0 of 4"])
    }

    @Test func `Photos that were imported enlarge the library once a scan has read them`() throws {
        let others = (11...20).map { photo("\($0).jpg", $0) }
        let writer = try index.importWriter(root: uploads.library.root.id, basis: nil)
        try writer.save(others, judge: Library.judge)
        try writer.finishImport(judge: Library.judge)
        #expect(writer.counts.new == 10)
        try Library(index, root: "/card").scan([photo("1.jpg", 31)])
        #expect(try caps() == ["/card 0 of 1", "/photos 0 of 4", "all 0 of 5"])
        try uploads.library.scan(others)
        #expect(try caps() == ["/card 0 of 1", "/photos 0 of 14", "all 0 of 15"])
    }

    @Test func `The first scan of an index counts only what it has read`() throws {
        let library = try Library()
        let writer = try library.index.importWriter(root: library.root.id, basis: nil)
        try writer.save((11...20).map { photo("\($0).jpg", $0) }, judge: Library.judge)
        try writer.finishImport(judge: Library.judge)
        try Library(library.index, root: "/card").scan([photo("1.jpg", 31)])
        let caps = try library.index.removalCaps(since: 0)
        #expect(caps.library.largest == 1)
        #expect(caps.roots.map(\.largest) == [1, 0])
    }

    @Test func `Parked files count by their paths, without sidecars`() throws {
        var members = uploads.purge([photos[0], sidecar("4.xmp", 9)]).members
        #expect(try caps(OtherRemovals(parked: members)) == ["/photos 1 of 4", "all 1 of 4"])
        members[0].path = "/elsewhere/1.jpg"
        #expect(try caps(OtherRemovals(parked: members)) == ["/photos 0 of 4", "all 1 of 4"])
    }

    @Test func `What only the trash knows counts for its root, which was larger by as much`() throws {
        let trashed: [FilePath] = ["/photos/x/8.jpg", "/photos/9.jpg", "/other/1.jpg"]
        #expect(try caps(OtherRemovals(trashed: trashed)) == ["/photos 2 of 6", "all 2 of 6"])
        try index.rename(root: "/photos", to: "/moved", fileSystem: Library.disk, at: 40)
        #expect(try caps(OtherRemovals(trashed: trashed)) == ["/moved 2 of 6", "all 2 of 6"])
        try index.forget(root: "/moved", at: 40)
        #expect(try caps(OtherRemovals(trashed: trashed)) == ["all 0 of 4"], "they are another library's")
    }

    @Test func `Photos with recent receipts in a rebuilt index that no scan found count as removed`() throws {
        func receipt(_ number: Int, _ target: FilePath, at time: Int64) -> Receipt {
            Receipt(
                sha256: Uploads.sha256(number), size: 1_000 + Int64(number), target: CopyLocation(target),
                checksum: Checksum(kind: .sha256, value: "00"), received: time, checked: time)
        }
        let receipts = [
            receipt(61, "61.jpg", at: 500), receipt(61, "61 (2).jpg", at: 500), receipt(62, "62.xmp", at: 500),
            receipt(63, "63.jpg", at: 300), receipt(1, "other/1.jpg", at: 500),
        ]
        _ = try index.addReceipts(receipts, destination: uploads.nas.id)
        #expect(try caps(since: 400).last == "all 0 of 4", "they are somebody else's")
        let disk = try index.addDestination(name: "disk", spec: "folder:/disk", marker: marker("disk"))
        _ = try index.addReceipts(receipts, destination: disk.id, rebuiltAt: 600)
        #expect(try caps(since: 400).last == "all 1 of 5")
        #expect(try caps(since: 300).last == "all 2 of 6")
        #expect(try caps(since: 601).last == "all 0 of 4", "by then the journal knows all")
        // The trash contains the same.
        let trashed: [FilePath] = ["/photos/61.jpg"]
        #expect(try caps(since: 400, OtherRemovals(trashed: trashed)).last == "all 1 of 5")
    }

    @Test func `Copies of photos that are counted raise no limit, and other photos do`() throws {
        let library = uploads.library
        let copies = (1...4).map { photo("copies/\($0).jpg", $0) }
        try library.scan(hashed(copies))
        #expect(try caps() == ["/photos 0 of 4", "all 0 of 4"])
        let rows = try copies.flatMap { try library.rows(String(decoding: $0.path, as: UTF8.self)) }
        try library.scan([], unseen: rows, acceptsMissing: true)
        #expect(try caps() == ["/photos 0 of 4", "all 0 of 4"])
        try library.scan(hashed([photo("5.jpg", 5), photo("6.jpg", 6)]))
        #expect(try caps() == ["/photos 0 of 6", "all 0 of 6"])
    }

    @Test func `Uploaded photos that left without a purge of this index are reported, and not counted`() throws {
        func lost(since: Int64 = 0, trashed: [FilePath] = []) throws -> Int {
            let caps = try index.removalCaps(since: since, besides: OtherRemovals(trashed: trashed))
            #expect(caps.library.removed == trashed.count)
            return caps.lost
        }
        #expect(try lost() == 0)
        let library = uploads.library
        try library.scan([], unseen: library.rows("1.jpg", "2.jpg", "3.jpg"), acceptsMissing: true)
        #expect(try lost() == 2, "the third has no copy anywhere")
        #expect(try lost(since: 100) == 2)
        #expect(try lost(since: 101) == 0)
        #expect(try lost(trashed: ["/photos/1.jpg"]) == 1, "the trash says what became of that one")
    }

    @Test func `A photo that this index removed, or whose bytes exist elsewhere, is not lost`() throws {
        let copy = photo("copy.jpg", 2)
        try uploads.library.scan(hashed([copy]))
        try uploads.send([copy])
        try uploads.remove(photos[0], at: 60)
        try uploads.library.scan([], unseen: uploads.library.rows("2.jpg"))
        #expect(try index.removalCaps(since: 0).lost == 0)
        try uploads.library.scan([], unseen: uploads.library.rows("copy.jpg"))
        #expect(try index.removalCaps(since: 0).lost == 2)
    }
}
