import PhotoModel
import PhotoPipeline
import PhotoServices
import SystemPackage
import Testing
import WorkphotosTestSupport

/// What trash directories contain from runs of this program, with any index.
struct TrashSearchTests {
    private let tree: TemporaryTree
    private let trash: FreeDesktopTrash

    init() throws {
        tree = try TemporaryTree()
        for name in ["a", "b"] { try tree.write(FilePath("photos/\(name).jpg"), [1, 2, 3]) }
        trash = tree.trash()
    }

    private func found(_ directories: FilePath...) throws -> [TrashedFile] {
        try trash.trashed(from: directories.map { tree.path($0) }).sorted { $0.path.string < $1.path.string }
    }

    @Test func `A missing trash is empty`() throws {
        #expect(try found("photos") == [])
        #expect(try found("photos", "not there") == [])
        #expect(try tree.files() == ["photos/a.jpg", "photos/b.jpg"])
        #expect(PermanentRemoval().contents == nil)
    }

    @Test func `Files are returned with ticket, path and time`() throws {
        let first = try tree.parkProven("photos/a.jpg", in: trash, number: 3)
        let second = try tree.parkProven("photos/b.jpg", in: trash, number: 4)
        let moment: Int64 = 1_777_629_600_000_000_000
        let all = [first, second].map {
            TrashedFile(ticket: $0.removal.ticket, run: 12, path: $0.removal.path, deleted: moment)
        }
        #expect(try found("photos") == all)
        #expect(try found() == all, "the user's own trash is looked through always")
        #expect(trash.setAside([first.removal]) == [nil])
        #expect(try found("photos") == all)
        #expect(trash.putBack([second.removal]) == [nil])
        #expect(try found("photos") == [all[0]])
        #expect(trash.empty([first.proof]) == [nil])
        #expect(try found("photos") == [])
    }

    @Test func `Files of other programs, and files without a description, are not ours`() throws {
        let parked = try tree.parkProven("photos/a.jpg", in: trash)
        for name in ["b.jpg", "c.workphotos-1-2.jpg", "d.workphotos-1-x.jpg", "e.workphotos-1-3.jpg"] {
            try tree.write(FilePath("data/Trash/files/\(name)"), [1])
        }
        let info = "[Trash Info]\nPath=/photos/b.jpg\n"
        for name in ["b.jpg", "d.workphotos-1-x.jpg"] {
            try tree.write(
                FilePath("data/Trash/info/\(name).trashinfo"), Array("\(info)DeletionDate=2026-05-01T10:00:00\n".utf8))
        }
        try tree.write("data/Trash/info/e.workphotos-1-3.jpg.trashinfo", Array(info.utf8))
        try tree.write("data/Trash/info/f.workphotos-1-4.jpg.trashinfo", Array(info.utf8))
        #expect(try found("photos").map(\.ticket) == [parked.removal.ticket])
    }

    @Test func `Without a home directory the place of the trash is unknown`() throws {
        let error = #expect(throws: TrashError.self) { try tree.trash(variables: [:]).trashed(from: []) }
        #expect(error?.kind == .noHome)
    }
}
