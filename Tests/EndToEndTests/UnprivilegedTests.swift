import SystemPackage
import Testing
import WorkphotosTestSupport

/// What the program says about files that its user may not read. Root may read all, so then the program runs as nobody.
@Suite(.enabled(if: Nobody.mayRun, "the program cannot be run as an ordinary user here"))
struct UnprivilegedTests {
    private let home: Home

    init() throws { home = try Nobody.home() }

    private var program: Program { Nobody.program(home) }

    private func close(_ path: FilePath) throws {
        try home.tree.setPermissions(path, [])
    }

    @Test func `A directory that cannot be read is a problem, and its photos stay known`() throws {
        try home.add("open/a.jpg")
        try home.add("closed/deep/b.jpg")
        #expect(try program.run("scan", home.library).exit == 0)
        try close("photos/closed")
        let scan = try program.run("scan", "--json")
        #expect(scan.exit == 3)
        #expect(scan.problems == ["unreadable"])
        #expect(scan.lines.first?["path"] as? String == home.library + "/closed")
        #expect(scan.count("gone") == 0)
        #expect(scan.count("photos") == 2)
        #expect(try program.run("list", "--format", "paths").output.contains("closed/deep/b.jpg"))
    }

    @Test func `A photo that cannot be read is a problem, and the others are read`() throws {
        try home.add("a.jpg")
        try home.add("b.jpg")
        try close("photos/b.jpg")
        let scan = try program.run("scan", home.library, "--json")
        #expect(scan.exit == 3)
        #expect(scan.problems == ["unreadable"])
        #expect(scan.count("photos") == 1)
    }

    @Test func `A root that cannot be read is a failure, and its photos stay known`() throws {
        try home.add("a.jpg")
        #expect(try program.run("scan", home.library).exit == 0)
        try close("photos")
        let scan = try program.run("scan", "--json")
        #expect(scan.exit == 1)
        #expect(scan.problems == ["unreadable"])
        #expect(try program.run("list", "--format", "paths").output == home.library + "/a.jpg\n")
    }

    @Test func `An index in a directory that cannot be written is read, and no scan changes it`() throws {
        try home.add("a.jpg")
        #expect(try program.run("scan", home.library).exit == 0)
        try home.add("b.jpg")
        let state = Home.index.removingLastComponent()
        for (name, _) in try home.tree.snapshot(leavingOut: []) where name.hasPrefix(state.string) {
            try home.tree.setPermissions(FilePath(name), [.ownerRead])
        }
        try home.tree.setPermissions(state, [.ownerReadExecute])
        let before = try home.tree.snapshot()
        let list = try program.run("list", "--format", "paths")
        #expect(list.exit == 0)
        #expect(list.output == home.library + "/a.jpg\n")
        let scan = try program.run("scan")
        #expect(scan.exit == 1)
        #expect(scan.notes.contains("cannot be written"))
        #expect(scan.notes.contains("index.sqlite"))
        #expect(try home.tree.snapshot() == before)
    }

    @Test func `A library whose photos nobody could remove is a warning of doctor`() throws {
        try home.add("a.jpg")
        #expect(try program.run("scan", home.library).exit == 0)
        try home.tree.setPermissions("photos", FilePermissions(rawValue: 0o555))
        let doctor = try program.run("doctor")
        #expect(
            doctor.output.contains("nothing can be removed from \(home.library): Permission denied"), "\(doctor.output)"
        )
    }

    @Test func `A destination that another user keeps from writing fails its checks`() throws {
        let shelf = home.tree.path("shelf").string
        let open = FilePermissions(rawValue: 0o777), closed = FilePermissions(rawValue: 0o555)
        try home.tree.makeDirectory("shelf/Office")
        try home.tree.setPermissions("shelf", open)
        #expect(try program.run("destination", "add", "shelf", "folder:\(shelf)").exit == 0)
        for (directory, words) in [
            ("shelf", "cannot be written to"), ("shelf/Office", "Office in it cannot be written to"),
        ] {
            for path in ["shelf", "shelf/Office"] as [FilePath] {
                try home.tree.setPermissions(path, path.string == directory ? closed : open)
            }
            let check = try program.run("destination", "check", "shelf")
            #expect(check.exit == 1 && check.notes.contains("\(words): Permission denied"), "\(check.notes)")
            let doctor = try program.run("doctor")
            #expect(doctor.exit == 1 && doctor.output.contains(words), "\(doctor.output)")
        }
        try home.tree.setPermissions("shelf/Office", open)
        let names = try home.tree.snapshot().keys
        #expect(try program.run("destination", "check", "shelf").exit == 0)
        #expect(try home.tree.snapshot().keys == names)
    }

    @Test(arguments: [Home.configuration, Home.fences])
    func `A configuration or fences that cannot be read end the run before it starts`(_ file: FilePath) throws {
        try home.tree.write(file, Array((file == Home.fences ? "{}" : "").utf8))
        try close(file)
        let scan = try program.run("scan", home.library)
        #expect(scan.exit == 78)
        #expect(scan.notes.contains(file.lastComponent?.string ?? "-"))
        #expect(!home.tree.exists(Home.index))
    }
}
