import SystemPackage
import Testing
import WorkphotosTestSupport

@Suite(.enabled(if: PrivateMounts.areAllowed, "mounting takes CAP_SYS_ADMIN"))
struct FullDiskTests {
    private let home: Home

    init() throws {
        home = try Home()
        try home.addSamples(1_000)
        try home.tree.makeDirectory("home/.local/state")
    }

    /// From a disk without room for an empty index to one with room for most of this library's.
    @Test func `A scan on a full disk fails clearly and leaves a valid index, which the next one completes`() throws {
        let expected = try home.undisturbed()
        let needed = try home.tree.read("undisturbed/index.sqlite").count / 1_024
        for size in [48, needed / 4, needed / 2, needed * 3 / 4, needed] {
            let done = PrivateMounts.run { [home] mounts in try? home.scan(withKibibytes: size, mounts) }
            let runs = try #require(done)
            #expect(runs.full.exit == 1, "\(size) KiB")
            #expect(runs.full.notes.contains("no space is left"), "\(size) KiB: \(runs.full.notes)")
            #expect([0, 10].contains(runs.check.exit), "\(size) KiB: \(runs.check.notes)")
            #expect(runs.roomy.exit == 0, "\(size) KiB: \(runs.roomy.notes)")
            #expect(runs.list.output == expected, "\(size) KiB")
        }
    }
}

@Suite(.enabled(if: PrivateMounts.areAllowed, "mounting takes CAP_SYS_ADMIN"))
struct FullDestinationTests {
    @Test func `An upload to a full disk leaves nothing unfinished there`() throws {
        let world = try WorkHome(photos: 3)
        for name in ["work-1.jpg", "work-2.jpg", "work-3.jpg"] {
            let photo = try #require(try world.photos()[name])
            try world.home.tree.write(
                FilePath("photos/" + name), photo + Array(name.utf8) + [UInt8](repeating: 1, count: 600_000))
        }
        try world.program.run("scan", world.home.library)
        let found = PrivateMounts.run { mounts -> (Outcome, [String], Outcome)? in
            guard mounts.mountTemporary(on: world.shelf.string, kibibytes: 1_024) else { return nil }
            try? world.addShelf()
            guard let full = try? world.program.run("upload", "--json"), let left = try? world.stored(),
                mounts.resizeTemporary(on: world.shelf.string, kibibytes: 65_536),
                let roomy = try? world.program.run("upload", "--json")
            else { return nil }
            return (full, left.keys.filter { $0.contains(".workphotos-") }, roomy)
        }
        let (full, left, roomy) = try #require(found)
        #expect([1, 3].contains(full.exit))
        #expect(left == [])
        #expect(roomy.exit == 0)
    }
}

/// The runs on one disk: while it is full, and with free space.
private struct FullDiskRuns: Sendable {
    var full, check, roomy, list: Outcome
}

extension Home {
    fileprivate func scan(withKibibytes size: Int, _ mounts: PrivateMounts) throws -> FullDiskRuns? {
        let state = tree.path("home/.local/state").string
        guard mounts.mountTemporary(on: state, kibibytes: size) else { return nil }
        let full = try program.run("scan", library)
        let check = try program.run("index", "check")
        guard mounts.resizeTemporary(on: state, kibibytes: 65_536) else { return nil }
        return FullDiskRuns(
            full: full, check: check, roomy: try program.run("scan", library), list: try program.run("list", "--json"))
    }
}
