import SystemPackage
import Testing
import WorkphotosTestSupport

/// Removals without a terminal to ask at, or without a trash.
struct UnaskedPurgeTests {
    private let world: WorkHome

    init() throws { world = try WorkHome.sent(photos: 2) }

    /// Runs a shell command, in which `$0` is the program, and expects that it changes no file, except the lock's,
    /// which names its last holder.
    private func refused(_ line: String, _ words: String..., exit: Int32 = 64) throws {
        let (files, photos) = (try snapshot(), try world.listing())
        let outcome = try world.program.shell(line, words.first ?? "")
        #expect(outcome.exit == exit, "\(line): \(outcome.notes)")
        #expect(try snapshot() == files, "\(line)")
        #expect(try world.listing() == photos, "\(line)")
    }

    private func snapshot() throws -> [String: [UInt8]] {
        try world.home.tree.snapshot(leavingOut: ["-shm", "act.lock"])
    }

    @Test func `Without a terminal and without a flag nothing is removed, whatever else is given`() throws {
        let terminal = try Terminal()
        for command in ["purge", "purge --permanently", "run"] {
            try refused("\"$0\" \(command) < /dev/null")
            try refused("yes | \"$0\" \(command)")
            try refused("\"$0\" \(command) <&-")
            try refused("\"$0\" \(command) < /dev/null > \"$1\" 2>&1", terminal.path.string)
        }
        #expect(terminal.read().contains("There is no terminal to ask"))
    }

    @Test func `Without a terminal the trash is emptied only with a flag`() throws {
        try world.program.run("purge", "--yes")
        try refused("yes | \"$0\" runs --empty-trash \"$1\"", try world.newestRun())
    }

    /// The index and all other paths are given, so that only the trash needs a home.
    @Test func `Without a home directory there is no trash, and nothing is removed`() throws {
        let places = [("index", Home.index), ("config", Home.configuration), ("fences", Home.fences)]
        let flags = places.map { "--\($0.0) '\(world.home.tree.path($0.1).string)'" }.joined(separator: " ")
        try refused("env -u HOME \"$0\" purge --yes \(flags)", exit: 78)
        try refused("HOME= \"$0\" purge --yes \(flags)", exit: 78)
        #expect(try world.program.shell("env -u HOME \"$0\" purge --yes --permanently \(flags)").exit == 0)
        #expect(try world.names() == ["home.jpg"])
        let run = try world.newestRun()
        #expect(try world.program.shell("env -u HOME \"$0\" undo \(run) \(flags)").exit == 0)
        #expect(try world.names().count == 3)
    }
}
