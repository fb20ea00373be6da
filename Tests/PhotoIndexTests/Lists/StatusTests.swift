import PhotoIndex
import PhotoModel
import SystemPackage
import Testing

struct StatusTests {
    @Test func `An empty index has a status of zeros`() throws {
        let status = try PhotoIndex.inMemory(owner: "tests").status()
        #expect(status.byVerdict == Dictionary(uniqueKeysWithValues: Verdict.allCases.map { ($0, .init()) }))
        #expect(status.lastScan == nil)
        #expect(status.roots.isEmpty)
    }

    @Test func `Counts and bytes cover existing photos in all roots`() throws {
        let library = try Library()
        try library.scan([
            photo("a.jpg", 1), photo("b.jpg", 2, at: nil), scanned("c.heic", 3, .other("heic")),
            scanned("d.jpg", 4, .broken(.corrupt, detail: "cut off")), photo("e.jpg", 5),
        ])
        try Library(library.index, root: "/other").scan([photo("f.jpg", 6)])
        try library.scan([], unseen: library.rows("e.jpg"))
        let status = try library.index.status()
        #expect(status.byVerdict[.work] == LibraryStatus.Count(photos: 2, bytes: 2_007))
        #expect(status.byVerdict[.unsure] == LibraryStatus.Count(photos: 1, bytes: 1_002))
        #expect((status.unsupported, status.unreadable, status.gone, status.groups) == (1, 1, 1, 3))
        #expect(status.roots == ["/other", "/photos"])
        #expect(status.notUploaded == status.byVerdict[.work])
    }

    @Test func `A root's counts cover only that root`() throws {
        let library = try Library()
        try library.scan([photo("a.jpg", 1), photo("b.jpg", 2, at: nil)])
        try Library(library.index, root: "/other").scan([photo("f.jpg", 6)])
        let counts = try library.index.counts(inRoot: library.root.id)
        #expect(counts.byVerdict == [.work: 1, .personal: 0, .unsure: 1])
        #expect((counts.photos, counts.groups, counts.unreadable, counts.unsupported, counts.gone) == (2, 2, 0, 0, 0))
    }
}
