import Foundation
import SystemPackage
import Testing
import WorkphotosTestSupport

/// What a task of the job for Spark does, without Spark.
@Suite(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/python3"), "there is no /usr/bin/python3"))
struct FleetTests {
    private static let python = """
        from json import loads
        from os import fsencode
        from sys import argv, path
        path.insert(0, argv[1])
        from judge import judged
        for line in judged([fsencode(name) for name in argv[3:]], loads(argv[2])): print(line.rstrip())
        """
    /// Lists directories with what stands in for Spark, and prints their bytes, what was looked at in each round, and
    /// the lines of those that cannot be listed.
    private static let listing = """
        from json import dumps
        from os import fsencode
        from sys import argv, path
        path.insert(0, argv[1])
        from judge import directories
        class Items(list):
            def map(self, change): return Items(change(item) for item in self)
            def collect(self): return list(self)
        class Context:
            defaultParallelism, rounds = 2, []
            def parallelize(self, items, parts):
                self.rounds.append([len(items), parts])
                return Items(items)
        context = Context()
        found, problems = directories(context, [fsencode(name) for name in argv[2:]])
        print(dumps({"found": [name.hex() for name in found], "rounds": context.rounds}))
        for line in problems: print(line)
        """
    private let home: Home

    init() throws {
        home = try Home()
        try home.add("a/1.jpg")
        try home.add("a/2\n.jpg")
        try home.tree.write("photos/a/1.xmp", XMPPacket.position("35,30N", "139,45E").bytes)
        try home.tree.write("photos/b/note.txt")
    }

    /// The lines for the directories `a`, `none` and `b`, by a program.
    private func judged(_ command: [String]) throws -> Outcome {
        let job = Contract.directory.appending("../fleet").string
        let words = String(decoding: try JSONSerialization.data(withJSONObject: command), as: UTF8.self)
        return try home.program.shell(
            "cd \"$1\" && /usr/bin/python3 -B -c \"$2\" \"$3\" \"$4\" a none b", home.library, Self.python, job, words)
    }

    @Test func `Every file has a line, and a directory that is gone has a problem`() throws {
        let outcome = try judged([Program.built, "inspect", "--judge", "--json", "--files-from0", "-"])
        #expect(outcome.exit == 0, "\(outcome.notes)")
        let lines = outcome.lines
        #expect(lines.map { $0["path"] as? String } == ["a/1.jpg", "a/1.xmp", "a/2\n.jpg", "b/note.txt", "none"])
        #expect(lines.map { $0["type"] as? String } == ["photo", "sidecar", "photo", "problem", "problem"])
        #expect(outcome.problems == ["unsupported", "vanished"])
    }

    @Test func `Every directory is listed once, whatever its name, and links are not followed`() throws {
        let job = Contract.directory.appending("../fleet").string
        let outcome = try home.program.shell(
            """
            cd "$1" && mkdir -p "$(printf 'c/\\377\\n/d')" && ln -s .. c/again && ln -s c e &&
            /usr/bin/python3 -B -c "$2" "$3" . none .
            """, home.library, Self.listing, job)
        #expect(outcome.exit == 0, "\(outcome.notes)")
        let first = try #require(outcome.lines.first)
        let found = try #require(first["found"] as? [String])
        // ".", "./a", "./b", "./c", "./c/\u{FF}\n" and "./c/\u{FF}\n/d", in bytes.
        #expect(found == ["2e", "2e2f61", "2e2f62", "2e2f63", "2e2f632fff0a", "2e2f632fff0a2f64"])
        #expect((first["rounds"] as? [[Int]])?.first == [2, 2])
        #expect(outcome.problems == ["vanished"])
    }

    @Test(arguments: [
        "exit 78", "kill -9 $$", "cat >/dev/null", #"cat >/dev/null; echo '{"type":"summary"}'"#,
        #"cat >/dev/null; echo '{"type":"error"}'; exit 1"#,
    ])
    func `A program that does not answer for every file fails the task`(_ program: String) throws {
        let outcome = try judged(["/bin/sh", "-c", program])
        #expect(outcome.exit == 1)
        #expect(outcome.notes.contains("RuntimeError: /bin/sh exited with "), "\(outcome.notes)")
    }
}
