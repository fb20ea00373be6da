import Foundation
import SystemPackage
import Testing
import WorkphotosTestSupport

extension WorkHome {
    /// A home whose photos are all uploaded to the shelf and differ in time and permissions.
    ///
    /// - Parameters:
    ///   - photos: how many work photos there are.
    ///   - configuration: more of it, in TOML.
    ///   - more: makes further files in the library, before it is scanned again.
    /// - Returns: the home.
    /// - Throws: where the files cannot be written or the program cannot be started.
    static func sent(
        photos: Int, configuration: String = "", adding more: (Home) throws -> Void = { _ in }
    ) throws -> WorkHome {
        let world = try WorkHome(photos: photos, configuration: configuration)
        try more(world.home)
        for (number, name) in try world.photos().keys.sorted().enumerated() {
            let file = FilePath("photos/" + name)
            try world.home.tree.setModified(file, seconds: 1_700_000_000 + number, nanoseconds: 123_456_789)
            try world.home.tree.setPermissions(file, number.isMultiple(of: 2) ? [.ownerReadWrite] : [.ownerRead])
        }
        try world.program.run("scan")
        try world.addShelf()
        let upload = try world.program.run("upload")
        #expect(upload.exit == 0, "\(upload.notes)")
        return world
    }

    /// A home with every work photo in the trash.
    ///
    /// - Parameter photos: how many work photos there are.
    /// - Returns: the home, what ``listing()`` said before, and the run that removed them.
    /// - Throws: as ``sent(photos:configuration:adding:)``.
    static func purged(photos: Int) throws -> (world: WorkHome, before: [String], run: String) {
        let world = try sent(photos: photos)
        let before = try world.listing()
        #expect(try world.program.run("purge", "--yes").exit == 0)
        return (world, before, try world.newestRun())
    }

    /// Two lines for every file of the library: one with its permissions, its time of change in nanoseconds, its size
    /// and its name, one with what sha256sum says.
    func listing() throws -> [String] {
        let line = """
            cd "$1" && find . -type f -printf '%m %T@ %s %p\\n' && find . -type f -exec sha256sum {} +
            """
        let found = try program.shell(line, home.library)
        #expect(found.exit == 0, "\(found.notes)")
        return found.output.split(separator: "\n").map(String.init).sorted()
    }

    /// The names in the library.
    func names() throws -> [String] { try photos().keys.sorted() }

    /// The files in the home's trash, by their names there.
    func trashed() throws -> [String: [UInt8]] {
        try files(below: home.tree.path("home/.local/share/Trash/files"))
    }

    /// The number of the newest run, as an argument.
    func newestRun() throws -> String {
        // `run` is a run of its own, and so are its steps.
        let runs = try program.run("runs", "--limit", "2", "--json").lines.filter { $0["command"] as? String != "run" }
        return try #require(runs.first?["id"].map { "\($0)" })
    }

    /// What `why` says about a file of the library.
    func why(_ name: String) throws -> [String: Any] {
        let said = try program.run("why", "--json", "\(home.library)/\(name)")
        return try #require(said.lines.first { $0["path"] as? String == "\(home.library)/\(name)" })
    }

    /// Whether a file of the library is held, and why.
    func held(_ name: String) throws -> String? { try why(name)["held"] as? String }

    /// Expects that nothing is under way and the index is sound.
    func checkNothingIsUnderWay() throws {
        let status = try #require(try program.run("status", "--json").lines.first)
        for member in [
            "purgesUnderWay", "interruptedPurges", "undosUnderWay", "interruptedUndos", "interruptedRetractions",
            "interruptedRuns",
        ] {
            #expect(status[member] as? Int == 0, "\(member)")
        }
        #expect((status["parked"] as? [Any])?.isEmpty == true)
        #expect(try program.run("index", "check").exit == 0)
    }
}
