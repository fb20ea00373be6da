import SystemPackage
import Testing
import WorkphotosTestSupport

@Suite(.enabled(if: PrivateMounts.areAllowed, "mounting takes CAP_SYS_ADMIN"))
struct UnmountedRootTests {
    private let home: Home

    init() throws { home = try Home() }

    /// Scans, one in each state of the mounts, and the list afterwards.
    private func runs(_ body: @escaping @Sendable (Home, PrivateMounts) throws -> [Outcome]) throws -> [Outcome] {
        let runs = PrivateMounts.run { [home] mounts in try? body(home, mounts) }
        return try #require(runs)
    }

    @Test func `A root that is not mounted is a problem, and its photos stay known until that is accepted`()
        throws
    {
        let runs = try runs { home, mounts in
            _ = mounts.mountTemporary(on: home.library)
            for name in ["a.jpg", "b/c.jpg"] { try home.add(name) }
            let first = try home.program.run("scan", home.library, "--json")
            _ = mounts.unmount(home.library)
            return [
                first, try home.program.run("scan", "--json"), try home.program.run("list", "--json"),
                try home.program.run("scan", "--json", "--accept-missing"),
            ]
        }
        #expect(runs.map(\.exit) == [0, 3, 0, 0])
        #expect(runs.map { $0.count("photos") } == [2, 2, 2, 0])
        #expect(Set(["root-missing", "root-changed"]).isSuperset(of: runs[1].problems))
        #expect(runs[1].problems.count == 1)
        #expect(runs[1].count("gone") == 0)
        #expect(runs[3].count("gone") == 2)
    }

    @Test func `Another file system in place of a root is a problem until it is accepted`() throws {
        let runs = try runs { home, mounts in
            _ = mounts.mountTemporary(on: home.library)
            for name in ["a.jpg", "b.jpg"] { try home.add(name) }
            let first = try home.program.run("scan", home.library, "--json")
            _ = mounts.unmount(home.library)
            _ = mounts.mountTemporary(on: home.library)
            try home.add("other.jpg")
            return [
                first, try home.program.run("scan", "--json"), try home.program.run("list", "--json"),
                try home.program.run("scan", "--json", "--accept-missing"),
            ]
        }
        #expect(runs.map(\.exit) == [0, 3, 0, 0])
        #expect(runs.map { $0.count("photos") } == [2, 2, 2, 1])
        #expect(runs[1].problems == ["root-changed"])
        #expect(runs[3].count("gone") == 2)
    }

    @Test func `A missing file system inside a root is a problem, and its photos stay known`() throws {
        let runs = try runs { home, mounts in
            for number in 0..<5 { try home.add("here-\(number).jpg") }
            try home.tree.makeDirectory("photos/card")
            _ = mounts.mountTemporary(on: home.library + "/card")
            try home.add("card/a.jpg")
            let first = try home.program.run("scan", home.library, "--json")
            _ = mounts.unmount(home.library + "/card")
            return [
                first, try home.program.run("scan", "--json"), try home.program.run("list", "--json"),
                try home.program.run("scan", "--json", "--accept-missing"),
            ]
        }
        #expect(runs.map(\.exit) == [0, 3, 0, 0])
        #expect(runs.map { $0.count("photos") } == [6, 6, 6, 5])
        #expect(runs[1].problems == ["root-changed"])
        #expect(runs[3].count("gone") == 1)
    }

    @Test func `A root that is mounted again is scanned as if nothing had happened`() throws {
        try home.tree.makeDirectory("disk")
        let runs = try runs { home, mounts in
            _ = mounts.mountTemporary(on: home.tree.path("disk").string)
            _ = mounts.bind(home.tree.path("disk").string, on: home.library)
            for name in ["a.jpg", "b.jpg"] { try home.add(name) }
            let first = try home.program.run("scan", home.library, "--json")
            _ = mounts.unmount(home.library)
            let second = try home.program.run("scan", "--json")
            _ = mounts.bind(home.tree.path("disk").string, on: home.library)
            return [first, second, try home.program.run("scan", "--json")]
        }
        #expect(runs.map(\.exit) == [0, 3, 0])
        #expect(runs.map { $0.count("photos") } == [2, 2, 2])
        #expect(runs[2].count("new") == 0)
        #expect(runs[2].count("gone") == 0)
    }
}
