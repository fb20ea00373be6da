import SystemPackage
import Testing
import WorkphotosTestSupport

struct RemovingNightTests {
    private let world: WorkHome

    init() throws {
        world = try WorkHome(photos: 2)
        try world.addShelf()
        try world.home.add("work-3.jpg")
    }

    @Test func `A night uploads and removes work photos, and the next night reports nothing`() throws {
        let before = try world.photos()
        let night = try world.program.run("run", "--yes", "--quiet")
        #expect((night.exit, night.output, night.notes) == (0, "", ""))
        #expect(try world.names() == ["home.jpg"])
        #expect(try (world.stored().count, world.trashed().count) == (3, 3))
        let removal = try world.newestRun()
        let next = try world.program.run("run", "--yes", "--quiet")
        #expect((next.exit, next.output, next.notes) == (0, "", ""))
        #expect(try world.program.run("undo", removal).exit == 0)
        #expect(try world.photos() == before)
        let third = try world.program.run("run", "--yes", "--quiet")
        #expect((third.exit, third.output, third.notes) == (0, "", ""))
        #expect(try world.photos() == before)
    }

    @Test func `A night that stages removes nothing, and apply does what it staged`() throws {
        let first = try world.program.run("run", "--stage", "--quiet")
        #expect((first.exit, first.output, first.notes) == (0, "", ""))
        #expect(try world.stored().isEmpty)
        #expect(try world.program.run("apply", "--yes").exit == 0)
        #expect(try (world.stored().count, world.names().count) == (3, 4))
        #expect(try world.program.run("run", "--stage", "--quiet").exit == 0)
        #expect(try world.names().count == 4)
        #expect(try world.program.run("apply").exit == 64)
        #expect(try world.names().count == 4)
        #expect(try world.program.run("apply", "--yes", "--json").count("done") == 3)
        #expect(try world.names() == ["home.jpg"])
        #expect(try world.trashed().count == 3)
    }
}
