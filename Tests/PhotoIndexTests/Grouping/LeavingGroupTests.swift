import PhotoIndex
import PhotoModel
import SystemPackage
import Testing

/// Members that are removed, moved or changed leave their group, and the others stay together.
struct LeavingGroupTests {
    private let library: Library

    init() throws {
        library = try Library()
        try library.scan(
            [still("d/I.jpg", 1), clip("d/I.mov", 2), sidecar("d/I.xmp", 3)]
                + (10..<20).map { still("d/\($0).jpg", $0, at: (-5, 0)) })
    }

    private func groups() throws -> Set<[String]> {
        try library.groups().filter { $0.contains { $0.contains("I.") } }
    }

    @Test func `A missing clip leaves still and sidecar`() throws {
        try library.scan([], unseen: library.rows("d/I.mov"))
        #expect(try groups() == [["d/I.jpg still", "d/I.xmp sidecar"]])
        #expect(try library.index.status().gone == 1)
        try library.expectSound()
    }

    @Test func `A second original that turns out not to be a photo no longer separates a RAW from its still`() throws {
        try library.scan([still("e/J.heic", 30), still("e/J.jpg", 31), raw("e/J.cr2", 32)])
        let row = try library.rows("e/J.heic")[0]
        try library.scan([scanned("e/J.heic", 33, .broken(.corrupt, detail: "ends"), row: row)])
        #expect(try library.groups().contains(["e/J.jpg still", "e/J.cr2 raw"]))
        try library.expectSound()
    }

    @Test func `If the leader is gone, another file leads, and is judged by itself`() throws {
        try library.scan([], unseen: library.rows("d/I.jpg"))
        #expect(try groups() == [["d/I.mov clip", "d/I.xmp sidecar"]])
        #expect(try library.judgement("d/I.mov") == Judgement(verdict: .unsure, reason: .noPosition))
        try library.expectSound()
    }

    @Test func `A sidecar that loses its photos is an orphan, until they are back`() throws {
        try library.scan([], unseen: library.rows("d/I.jpg", "d/I.mov"))
        let orphans = try library.index.orphanSidecars(root: library.root)
        #expect(orphans.map(\.path) == ["/photos/d/I.xmp"])
        #expect(orphans.map(\.kind) == [.sidecarOrphan])
        try library.expectSound()
        try library.scan([still("d/I.jpg", 1)])
        #expect(try library.index.orphanSidecars(root: library.root).isEmpty)
        #expect(try groups() == [["d/I.jpg still", "d/I.xmp sidecar"]])
        try library.expectSound()
    }

    @Test(arguments: [
        ["d/I.xmp"], ["d/I.jpg", "d/I.xmp"], ["d/I.mov", "d/I.xmp"], ["d/I.jpg", "d/I.mov", "d/I.xmp"],
    ])
    func `Whatever is removed, the rest adds up, and everything can come back`(gone: [String]) throws {
        let all = ["d/I.jpg", "d/I.mov", "d/I.xmp"]
        try library.scan([], unseen: gone.flatMap { try library.rows($0) })
        #expect(try Set(library.groups().joined().map { String($0.split(separator: " ")[0]) }).isDisjoint(with: gone))
        try library.expectSound()
        try library.scan(
            [still("d/I.jpg", 1), clip("d/I.mov", 2), sidecar("d/I.xmp", 3)].filter {
                gone.contains(String(decoding: $0.path, as: UTF8.self))
            })
        #expect(try groups() == [Array(zip(all, ["still", "clip", "sidecar"]).map { "\($0) \($1)" })])
        try library.expectSound()
    }

    @Test(arguments: ["d/I.jpg", "d/I.mov", "d/I.xmp"])
    func `A damaged member leaves the group, and returns when it is repaired`(path: String) throws {
        let row = try library.rows(path)[0]
        try library.scan([scanned(path, 7, .broken(.corrupt, detail: "it ends early"), row: row)])
        #expect(try library.groups().joined().allSatisfy { !$0.hasPrefix(path) })
        #expect(try library.index.status().unreadable == 1)
        try library.expectSound()
        let mended = [still("d/I.jpg", 1, row: row), clip("d/I.mov", 2, row: row), sidecar("d/I.xmp", 3, row: row)]
        try library.scan(mended.filter { $0.path.elementsEqual(path.utf8) })
        #expect(try groups() == [["d/I.jpg still", "d/I.mov clip", "d/I.xmp sidecar"]])
        try library.expectSound()
    }

    @Test func `A photo that becomes a sidecar, and a sidecar that becomes a photo, swap roles`() throws {
        let rows = try library.rows("d/I.mov", "d/I.xmp")
        try library.scan([sidecar("d/I.mov", 21, row: rows[0]), raw("d/I.xmp", 22, row: rows[1])])
        try library.expectSound()
        #expect(try library.index.photo(at: "/photos/d/I.mov") == nil)
        #expect(try library.index.photo(at: "/photos/d/I.xmp")?.facts.format == .cr2)
    }

    @Test func `A member that moves away leaves, and one that moves in joins`() throws {
        let row = try library.rows("d/I.mov")
        try library.scan([clip("e/I.mov", 2)], unseen: row)
        #expect(try groups() == [["d/I.jpg still", "d/I.xmp sidecar"], ["e/I.mov clip"]])
        #expect(try library.rows("e/I.mov") == row)
        try library.expectSound()
        try library.scan([clip("d/I.mov", 2)], unseen: row)
        #expect(try groups() == [["d/I.jpg still", "d/I.mov clip", "d/I.xmp sidecar"]])
        try library.expectSound()
    }

    @Test(arguments: [false, true])
    func `A group that moves as a whole stays one, and its rows stay`(isMarkedMeanwhile: Bool) throws {
        let rows = try library.rows("d/I.jpg", "d/I.mov", "d/I.xmp")
        let writer = try library.index.scanWriter(root: library.root.id, readerVersion: 1, basis: nil)
        try writer.save(
            [still("e/I.jpg", 1), clip("e/I.mov", 2), sidecar("e/I.xmp", 3)], judge: Library.judge)
        if isMarkedMeanwhile { try library.index.settleGroups(basis: nil, judge: Library.judge) }
        let coverage = ScanCoverage(
            unseen: rows, isWholeRoot: true, rootFileSystem: Library.disk, now: 100
        ) { _ in Library.disk }
        #expect(try writer.finish(coverage, judge: Library.judge).moved == 2)
        #expect(try groups() == [["e/I.jpg still", "e/I.mov clip", "e/I.xmp sidecar"]])
        #expect(try library.rows("e/I.jpg", "e/I.mov", "e/I.xmp") == rows)
        try library.expectSound()
    }

    @Test func `The parent directory can disappear with everything in it`() throws {
        let all = try ["d/I.jpg", "d/I.mov", "d/I.xmp"].flatMap { try library.rows($0) }
        try library.scan([], unseen: all + library.rows("d/10.jpg"), acceptsMissing: true)
        #expect(try groups().isEmpty)
        #expect(try library.index.status().gone == 3)
        try library.expectSound()
    }
}
