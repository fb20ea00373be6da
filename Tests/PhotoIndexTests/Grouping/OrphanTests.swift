import PhotoIndex
import PhotoModel
import SystemPackage
import Testing

struct OrphanTests {
    @Test func `Orphaned sidecars are listed, also below a directory, and not counted otherwise`() throws {
        let library = try Library()
        try library.scan([
            sidecar("b/X.xmp", 1), scanned("a.json", 2, .sidecar(.takeout)), still("b/I.jpg", 3), sidecar("b/I.xmp", 4),
            scanned("b0.aae", 5, .sidecar(.aae)),
        ])
        let all = try library.index.orphanSidecars(root: library.root)
        #expect(all.map(\.path) == ["/photos/a.json", "/photos/b/X.xmp", "/photos/b0.aae"])
        #expect(all.first?.detail == "is a sidecar (takeout) without a photo beside it")
        #expect(try library.index.orphanSidecars(root: library.root, below: Array("b".utf8)).count == 1)
        let counts = try library.index.counts(inRoot: library.root.id)
        #expect((counts.photos, counts.groups, counts.unreadable, counts.unsupported) == (1, 1, 0, 0))
        try library.expectSound()
        try library.scan([], unseen: library.rows("b/X.xmp", "a.json"))
        #expect(try library.index.orphanSidecars(root: library.root).map(\.path) == ["/photos/b0.aae"])
        #expect(try library.index.status().gone == 0)
        try library.expectSound()
    }

    @Test func `A sidecar that moves is found again`() throws {
        let library = try Library()
        try library.scan([sidecar("X.xmp", 1), still("d/I.jpg", 3), still("d/J.jpg", 4)])
        let row = try library.rows("X.xmp")
        #expect(try library.scan([sidecar("d/I.xmp", 1)], unseen: row).moved == 0)
        #expect(try library.rows("d/I.xmp") == row)
        #expect(try library.groups() == [["d/I.jpg still", "d/I.xmp sidecar"], ["d/J.jpg still"]])
        try library.expectSound()
    }
}
