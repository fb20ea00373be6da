import Glibc
import SystemPackage
import Testing
import WorkphotosTestSupport

/// The built program takes copies back.
struct RetractTests {
    private let world: WorkHome

    init() throws { world = try WorkHome.sent(photos: 2) }

    private var photo: String { "\(world.home.library)/work-1.jpg" }

    private var copies: [String] {
        get throws { try world.stored().keys.map { String($0.suffix(10)) }.sorted() }
    }

    @Test func `A copy goes into the trash of the desktop, and comes back only after its photo is marked as work`()
        throws
    {
        let before = try world.listing()
        let outcome = try world.program.run("retract", photo, "--yes")
        #expect(outcome.exit == 0, "\(outcome.notes)")
        #expect(try copies == ["work-2.jpg"])
        #expect(try Array(world.trashed().values) == [world.photos()["work-1.jpg"]])
        #expect(try world.listing() == before, "the library stays as it is")
        for command in [["upload"], ["verify"], ["index", "check"]] {
            #expect(try world.program.start(command).wait().exit == 0, "\(command)")
        }
        #expect(try copies == ["work-2.jpg"])
        #expect(try world.program.run("mark", "work", photo).exit == 0)
        #expect(try world.program.run("upload").exit == 0)
        #expect(try copies == ["work-1.jpg", "work-2.jpg"])
    }

    @Test(arguments: ["home/.local/share", "home/.local/share/Trash", "home/.local/share/Trash/info"])
    func `With a file where the trash should be nothing is taken back, unless it is to be removed for good`(
        place: FilePath
    ) throws {
        if world.home.tree.exists(place) { try world.home.tree.remove(place) }
        try world.home.tree.write(place)
        for command in [["retract", photo, "--yes"], ["purge", "--yes"], ["run", "--yes"]] {
            let outcome = try world.program.start(command).wait()
            #expect(outcome.exit == 4, "\(command): \(outcome.notes)")
            #expect(outcome.notes.contains("no-trash"), "\(outcome.notes)")
        }
        #expect(try copies == ["work-1.jpg", "work-2.jpg"])
        #expect(try world.names() == ["home.jpg", "work-1.jpg", "work-2.jpg"])
        #expect(try world.program.run("retract", photo, "--permanently", "--yes").exit == 0)
        #expect(try copies == ["work-2.jpg"])
    }

    @Test func `Without a home nothing is taken back or removed`() throws {
        for command in [["retract", photo, "--yes"], ["purge", "--yes"]] {
            let state = "XDG_STATE_HOME=\(world.home.tree.path("home/.local/state").string)"
            let settings = "XDG_CONFIG_HOME=\(world.home.tree.path("home/.config").string)"
            let homeless = world.program.under(["/usr/bin/env", "HOME=/nowhere/at/all", state, settings])
            let outcome = try homeless.start(command).wait()
            #expect(outcome.exit == 78, "\(command): \(outcome.notes)")
        }
        #expect(try copies == ["work-1.jpg", "work-2.jpg"])
        #expect(try world.names() == ["home.jpg", "work-1.jpg", "work-2.jpg"])
    }

    @Test(.enabled(if: Strace.works, Strace.reason), arguments: 1...3)
    func `Killed while it takes a copy back, it loses nothing, and the next command settles it`(moment: Int) throws {
        let killer = world.program.under(Strace.injecting("inject=renameat2,fsync:signal=SIGKILL:when=\(moment)"))
        _ = try killer.run("retract", photo, "--yes")
        let places = try world.stored().values.count + world.trashed().count
        #expect(places == 2)
        let scan = try world.program.run("scan")
        #expect(scan.exit == 0, "\(scan.notes)")
        try world.checkNothingIsUnderWay()
        let exported = try world.program.run("receipts", "export", "--json").lines
        #expect(exported.count { $0["type"] as? String == "receipt" } == (try copies.count))
        let again = try world.program.run("retract", photo, "--yes")
        #expect(again.exit == 0, "\(again.notes)")
        #expect(try copies == ["work-2.jpg"])
        #expect(try Array(world.trashed().values) == [world.photos()["work-1.jpg"]])
    }
}
