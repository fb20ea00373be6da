import SystemPackage
import Testing
import WorkphotosTestSupport

@Suite(.enabled(if: Strace.works, Strace.reason))
struct StartTests {
    private let home: Home
    private let directory: String
    private let log: TemporaryTree

    init() throws {
        home = try Home()
        log = try TemporaryTree()
        try home.tree.makeDirectory("here")
        directory = home.tree.path("here").string
    }

    /// The program with every XDG directory in the tree.
    private var program: Program {
        var program = home.program
        for name in ["CONFIG_HOME", "STATE_HOME", "DATA_HOME", "CACHE_HOME", "RUNTIME_DIR"] {
            program.variables["XDG_\(name)"] = home.tree.path(FilePath("home/\(name)")).string
        }
        program.variables["TMPDIR"] = home.tree.path("home").string
        return program
    }

    private func trace(_ arguments: [String]) throws -> (calls: [Strace.Call], outcome: Outcome) {
        try Strace.calls(of: program, arguments, directory: directory, log: log.path("log"))
    }

    @Test(arguments: [
        ["--help"], ["--version"], [], ["scan", "--help"], ["help", "fence", "add"], ["list", "--limit", "many"],
        ["scn"],
    ])
    func `Help, the version and a usage error touch none of the user's files`(_ arguments: [String]) throws {
        let (calls, outcome) = try trace(arguments)
        #expect(outcome.exit == (["list", "scn"].contains(arguments.first) ? 64 : 0))
        #expect(calls.count > 5)
        #expect(calls.filter(\.writes).map(\.text) == [])
        let private_ = calls.filter { call in
            call.paths.contains { !$0.isEmpty && (!$0.hasPrefix("/") || $0.hasPrefix(home.tree.path.string)) }
        }
        #expect(private_.map(\.text) == [])
    }

    @Test func `Inspect opens only the photo and its directory below HOME, and nothing for writing`() throws {
        try home.add("a.jpg")
        let photo = home.library + "/a.jpg"
        let (calls, outcome) = try trace(["inspect", photo])
        #expect(outcome.exit == 0)
        #expect(calls.filter(\.writes).map(\.text) == [])
        let touched = calls.flatMap(\.paths).filter { $0.hasPrefix(home.tree.path.string) }
        #expect(Set(touched) == [photo, home.library])
    }

    @Test(arguments: [
        ["list", "--json"], ["status"], ["scan", "-n"], ["root", "list"], ["index", "check"],
        ["fence", "add", "Elsewhere", "--at", "48.1,11.5", "--radius", "50m", "-n"],
    ])
    func `Reading commands change nothing, and open for writing only what SQLite must`(_ arguments: [String]) throws {
        try home.add("a.jpg")
        try home.program.run("fence", "add", "Office", "--at", "52.52,13.405", "--radius", "150m")
        try home.program.run("scan", home.library)
        let before = try home.tree.snapshot()
        let traced = try Strace.calls(of: home.program, arguments, directory: directory, log: log.path("log"))
        #expect(traced.outcome.exit == 0)
        #expect(try home.tree.snapshot() == before)
        // SQLite opens a write-ahead log for writing even if it only reads from it.
        let written = traced.calls.filter { call in
            call.writes && !call.paths.allSatisfy { $0.hasSuffix("-shm") || $0.hasSuffix("-wal") }
        }
        #expect(written.map(\.text) == [])
    }

    @Test(arguments: [["status"], ["list"], ["scan", "-n"], ["doctor"], ["upload", "-n"]])
    func `A command reads the configuration once, and the rules of an upload again`(_ arguments: [String]) throws {
        try home.add("a.jpg")
        try home.program.run("fence", "add", "Office", "--at", "52.52,13.405", "--radius", "150m")
        try home.program.run("scan", home.library)
        try home.tree.write(Home.configuration, Array("[upload]\nparallel = 2\n".utf8))
        let traced = try Strace.calls(of: home.program, arguments, directory: directory, log: log.path("log"))
        let opened = traced.calls.count { call in
            call.text.hasPrefix("open") && call.paths.contains(home.tree.path(Home.configuration).string)
        }
        #expect((1...(arguments[0] == "upload" ? 3 : 1)).contains(opened), "\(arguments): \(opened)")
    }
}
