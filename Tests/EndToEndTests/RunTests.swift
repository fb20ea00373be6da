import Foundation
import Glibc
import SystemPackage
import Testing
import WorkphotosTestSupport

/// `run` as cron calls it, with the built program and real notification commands.
struct RunTests {
    /// A home whose configuration has the library, and a command that is run after every run.
    private func home(photos: Int, telling line: String = "cat >> \"$HOME/told\"") throws -> WorkHome {
        let command = "[\"sh\", \"-c\", \"\"\"\(line)\"\"\"]"
        let world = try WorkHome(
            photos: photos, configuration: "[notify]\non-failure = \(command)\non-success = \(command)\n")
        try world.addShelf()
        return world
    }

    private func told(_ world: WorkHome) throws -> String {
        String(decoding: try world.home.tree.read("home/told"), as: UTF8.self)
    }

    @Test func `A night stages what is new, and apply sends it`() throws {
        let world = try home(photos: 2)
        try world.home.add("work-3.jpg")
        let night = try world.program.run("run", "--stage", "--quiet")
        #expect((night.exit, night.output, night.notes) == (0, "", ""))
        #expect(try told(world).hasPrefix("workphotos run: done\n\nscan:\n4 photos (1 new)"))
        #expect(try world.stored().isEmpty)
        #expect(try world.program.run("apply").exit == 0)
        #expect(try world.stored().count == 3)
    }

    @Test func `A night uploads what is new, and the next has nothing to do`() throws {
        let world = try home(photos: 2)
        try world.home.add("work-3.jpg")
        let night = try world.program.run("run", "--no-purge", "--json")
        #expect(night.exit == 0, "\(night.notes)")
        #expect((night.count("scan"), night.count("upload"), night.count("exit")) == (0, 0, 0))
        #expect(try world.stored().count == 3)
        let next = try world.program.run("run", "--no-purge", "-q")
        #expect((next.exit, next.output, next.notes) == (0, "", ""))
        #expect(try told(world).contains("\nworkphotos run: nothing to do\n"))
    }

    @Test func `Without a terminal and a flag nothing is done, not even the scan`() throws {
        let world = try home(photos: 1)
        try world.home.add("work-2.jpg")
        #expect(try world.program.run("run").exit == 64)
        #expect(try world.program.run("list", "--json").count("photos") == 2)
        #expect(try world.stored().isEmpty)
    }

    @Test func `A missing mount is reported by the notification, and the exit status stays if that fails`() throws {
        let world = try home(photos: 1, telling: "cat > \"$HOME/told\"; echo no route >&2; exit 5")
        try FileManager.default.removeItem(atPath: world.shelf.appending(".workphotos-destination").string)
        let night = try world.program.run("run", "--no-purge", "-q")
        #expect(night.exit == 1)
        #expect(night.notes.contains("on-failure in [notify]: sh: it ended with exit status 5: no route"))
        #expect(try told(world).hasPrefix("workphotos run: failed (exit status 1)\n"))
        #expect(try told(world).contains("mounted"))
    }

    @Test func `Programs that are started get signals as if started directly, and no lock`() throws {
        // `exec` makes grep the command itself, since a shell blocks signals while it starts another program.
        let line = "ls -l /proc/self/fd > \"$HOME/told\"; exec grep ^Sig /proc/self/status >> \"$HOME/told\""
        let world = try home(photos: 1, telling: line)
        #expect(try world.program.run("run", "--no-purge", "-q").exit == 0)
        let told = try told(world)
        let masks = try ["SigIgn", "SigBlk"].map { name in
            let line = try #require(told.split(separator: "\n").first { $0.hasPrefix("\(name):\t") })
            return try #require(UInt64(line.dropFirst(8), radix: 16))
        }
        // SIGINT, SIGPIPE and SIGTERM, which the program itself ignores; others may have been ignored before.
        #expect(masks.allSatisfy { $0 & (1 << 1 | 1 << 12 | 1 << 14) == 0 }, "\(told)")
        #expect(!told.contains(world.home.tree.path("home").string + "/.local"), "\(told)")
    }

    @Test func `A started command is killed with the program`() throws {
        let world = try home(photos: 1, telling: "echo $$ > \"$HOME/told\"; exec sleep 1000")
        let night = try world.program.start(["run", "--no-purge", "-q"])
        #expect(eventually { (try? told(world).hasSuffix("\n")) == true })
        let number = try #require(Int32(try told(world).dropLast()))
        #expect(!hasEnded(number))
        night.send(SIGKILL)
        #expect(try night.wait().exit == 128 + SIGKILL)
        #expect(eventually { hasEnded(number) })
        #expect(try world.program.run("scan", "-q").exit == 0)
    }
}
