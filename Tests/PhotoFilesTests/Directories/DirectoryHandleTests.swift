import Glibc
import PhotoFiles
import SystemPackage
import Testing
import WorkphotosTestSupport

struct DirectoryHandleTests {
    @Test(arguments: OpeningWay.allCases, ["../outside", "../photos/a.jpg", "2026/../../outside", ".."] as [FilePath])
    func `No path leads out of the directory`(way: OpeningWay, path: FilePath) throws {
        let tree = try TemporaryTree()
        for name in ["outside", "photos/a.jpg", "photos/2026/b.jpg"] as [FilePath] { try tree.write(name) }
        let directory = DirectoryHandle(try OpenFile(tree.path("photos"), flags: OpenFlags.path), ways: [way])
        #expect(throws: Errno.improperLink) { try directory.open(beneath: path, flags: O_RDONLY) }
    }
}
