import PhotoIndex
import PhotoModel
import Testing

/// A scan finds files of a removed group that were restored by other means than undo.
struct ReturningFileTests {
    private let jpg = still("a.jpg", 1)
    private let film = clip("a.mov", 2)
    private let xmp = sidecar("a.xmp", 3)
    private let uploads: Uploads

    init() throws {
        uploads = try Uploads([jpg, film, xmp, photo("b.jpg", 4)])
        try uploads.send([jpg, film, xmp])
        try uploads.remove(jpg, film, xmp)
    }

    @Test func `All of them form the group again`() throws {
        let outcome = try uploads.rescan(jpg, film, xmp)
        #expect(outcome.new == 2)
        #expect(try uploads.library.groups() == [["a.jpg still", "a.mov clip", "a.xmp sidecar"], ["b.jpg still"]])
        #expect(try uploads.counts() == [3, 0, 0, 2, 0])
        try uploads.library.expectSound()
    }

    @Test func `The leader alone is its own group`() throws {
        try uploads.rescan(jpg)
        #expect(try uploads.library.groups() == [["a.jpg still"], ["b.jpg still"]])
        #expect(try uploads.counts() == [2, 0, 0, 2, 1])
        try uploads.library.expectSound()
    }

    @Test func `A clip alone is judged by its own metadata`() throws {
        try uploads.rescan(film)
        #expect(try uploads.library.groups() == [["a.mov clip"], ["b.jpg still"]])
        #expect(try uploads.library.judgement("a.mov")?.verdict == .unsure)
        #expect(try uploads.counts() == [1, 0, 1, 2, 1])
        try uploads.rescan(jpg)
        #expect(try uploads.library.groups() == [["a.jpg still", "a.mov clip"], ["b.jpg still"]])
        #expect(try uploads.counts() == [3, 0, 0, 2, 0])
        try uploads.library.expectSound()
    }

    @Test func `A sidecar alone belongs to no group`() throws {
        try uploads.rescan(xmp)
        #expect(try uploads.library.groups() == [["b.jpg still"]])
        #expect(try uploads.index.orphanSidecars(root: uploads.library.root).count == 1)
        try uploads.library.expectSound()
    }

    @Test func `Another file with the name is read as a new file`() throws {
        try uploads.rescan(scanned("a.jpg", 9, .broken(.corrupt, detail: "it ends early")), film)
        #expect(try uploads.library.groups() == [["a.mov clip"], ["b.jpg still"]])
        try uploads.library.expectSound()
    }

    @Test func `New files next to a removed group do not join it`() throws {
        try uploads.rescan(raw("a.cr2", 9), sidecar("a.cr2.xmp", 10))
        #expect(try uploads.library.groups() == [["a.cr2 raw", "a.cr2.xmp sidecar"], ["b.jpg still"]])
        try uploads.library.expectSound()
    }
}
