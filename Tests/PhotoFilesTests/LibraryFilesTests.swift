import PhotoFiles
import PhotoModel
import SystemPackage
import Testing
import WorkphotosTestSupport

/// Files of a library are opened without following links, by one system call or name by name.
struct LibraryFilesTests {
    static let ways: [Set<OpeningWay>] = OpeningWay.allCases.map { [$0] }
    private let tree: TemporaryTree

    init() throws {
        tree = try TemporaryTree()
        try tree.write("photos/2026/a.jpg", [1, 2, 3])
        try tree.write("elsewhere/2026/b.jpg", [4])
        try tree.link("photos/link.jpg", to: tree.path("photos/2026/a.jpg"))
        try tree.link("photos/linked", to: tree.path("elsewhere/2026"))
    }

    private func bytes(_ path: FilePath, _ ways: Set<OpeningWay>) throws -> [UInt8] {
        let file = try LibraryFiles(ways: ways).open(tree.path(path))
        defer { try? file.close() }
        var bytes = [UInt8](repeating: 0, count: 8)
        let count = try unsafe bytes.withUnsafeMutableBytes { try unsafe file.read(into: $0) }
        return Array(bytes[..<count])
    }

    /// The error of asking for the status of a path.
    private func failure(_ path: FilePath, _ ways: Set<OpeningWay>) -> Errno? {
        do throws(Errno) {
            _ = try LibraryFiles(ways: ways).status(of: tree.path(path))
            return nil
        } catch {
            return error
        }
    }

    @Test(arguments: ways) func `A file is opened and its status read`(ways: Set<OpeningWay>) throws {
        #expect(try bytes("photos/2026/a.jpg", ways) == [1, 2, 3])
        let status = try LibraryFiles(ways: ways).status(of: tree.path("photos/2026/a.jpg"))
        #expect(status == (try FileStatus(at: tree.path("photos/2026/a.jpg"))))
        #expect(status.isRegular && status.fingerprint.size == 3)
        #expect(try LibraryFiles(ways: ways).status(of: tree.path("photos/2026")).isDirectory)
    }

    @Test(arguments: ways) func `A link's status is read, but it is not opened`(ways: Set<OpeningWay>) throws {
        let status = try LibraryFiles(ways: ways).status(of: tree.path("photos/link.jpg"))
        #expect(!status.isRegular && !status.isDirectory)
        #expect(throws: Errno.tooManySymbolicLinkLevels) { try bytes("photos/link.jpg", ways) }
    }

    @Test(arguments: ways) func `No path leads through a link`(ways: Set<OpeningWay>) throws {
        let failures: [Errno] = [.tooManySymbolicLinkLevels, .notDirectory]
        #expect(failure("photos/linked/b.jpg", ways).map(failures.contains) == true)
        let error = #expect(throws: Errno.self) { try bytes("photos/linked/b.jpg", ways) }
        #expect(error.map(failures.contains) == true)
    }

    @Test(arguments: ways) func `A missing file is distinguished from a path through a file`(ways: Set<OpeningWay>) {
        #expect(failure("photos/2027/a.jpg", ways) == .noSuchFileOrDirectory)
        #expect(failure("photos/2026/b.jpg", ways) == .noSuchFileOrDirectory)
        #expect(failure("photos/2026/a.jpg/b.jpg", ways) == .notDirectory)
    }

    @Test(arguments: ways)
    func `A directory that stays open tells the same of its files, and of no others`(ways: Set<OpeningWay>) throws {
        let files = LibraryFiles(ways: ways).stayingInDirectory
        try tree.write("photos/2027/a.jpg", [5, 6])
        for path in ["photos/2026/a.jpg", "photos/2027/a.jpg", "photos/link.jpg", "photos/2026"] as [FilePath] {
            #expect(try files.status(of: tree.path(path)) == (try FileStatus(at: tree.path(path))))
        }
        #expect(try files.status(of: "/usr").isDirectory)
        #expect(throws: Errno.noSuchFileOrDirectory) { try files.status(of: tree.path("photos/2028/a.jpg")) }
        #expect(throws: Errno.noSuchFileOrDirectory) { try files.status(of: tree.path("photos/b.jpg")) }
        #expect(throws: Errno.notDirectory) { try files.status(of: tree.path("photos/2026/a.jpg/b.jpg")) }
        let error = #expect(throws: Errno.self) { try files.status(of: tree.path("photos/linked/b.jpg")) }
        let failures: [Errno] = [.tooManySymbolicLinkLevels, .notDirectory]
        #expect(error.map(failures.contains) == true)
    }

    @Test func `A path may be longer than the system accepts in one call`() throws {
        let deep = FilePath(String(repeating: "\(String(repeating: "d", count: 200))/", count: 25) + "a.jpg")
        try tree.write(deep, [7])
        #expect(tree.path(deep).length > 4_096)
        #expect(try bytes(deep, Set(OpeningWay.allCases)) == [7])
    }
}
