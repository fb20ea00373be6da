import PhotoModel
import PhotoPipeline
import SystemPackage
import Testing
import WorkphotosTestSupport

/// Destinations given as paths, several at once, and checked together.
struct DestinationPlacesTests {
    private let world: World
    private let nas: FakeUploadService
    private let usb: FakeUploadService

    init() async throws {
        world = try World()
        let nas = FakeUploadService(marker: DestinationMarker("0123456789abcdef0123456789abcdef"))
        let usb = FakeUploadService(marker: DestinationMarker("fedcba9876543210fedcba9876543210"))
        (self.nas, self.usb) = (nas, usb)
        world.uploadService = { $0.shown.hasSuffix("usb") ? usb : nas }
        for name in ["nas", "usb"] { try world.tree.makeDirectory(FilePath(name)) }
        try world.add("a.jpg")
        await world.addOffice()
        #expect(await world.run("scan", world.library).exit == 0)
    }

    private func configure(_ text: String) throws { try world.tree.write(world.configuration, Array(text.utf8)) }

    @Test(arguments: ["/", "./", "~/"])
    func `A path alone is a folder`(start: String) async throws {
        let path = start == "/" ? world.tree.path("nas").string : "\(start)nas"
        #expect(await world.run("destination", "add", "nas", path).exit == 0)
        let listed = try await world.objects("destination", "list").first
        #expect(listed?["spec"] == world.nas)
        #expect(await world.run("upload", "--to", path).exit == 0)
        #expect(nas.entries.count == 1)
    }

    @Test func `A word that is neither path nor name is refused`() async {
        #expect(await world.run("destination", "add", "nas", "usb").exit == 64)
        #expect(await world.run("upload", "--to", "usb").exit == 1)
    }

    @Test func `With several destinations every photo goes to each, as a removal that requires two needs`() async throws
    {
        let trash = FakeTrashService(in: world.tree.path("trash"))
        try world.tree.makeDirectory("trash")
        world.trashService = { _ in trash }
        await world.run("destination", "add", "nas", "~/nas")
        await world.run("destination", "add", "usb", "~/usb")
        try configure("[upload]\nto = [\"nas\", \"usb\"]\n[purge]\nrequire = 2\n")
        let planned = try await world.objects("upload", "--dry-run").filter { $0["type"] == "action" }
        #expect(planned.compactMap { $0["destination"] }.sorted() == ["nas", "usb"])
        #expect(await world.run("upload").exit == 0)
        #expect((nas.entries.count, usb.entries.count) == (1, 1))
        #expect(try await world.objects("upload").last?[number: "done"] == 0)
        #expect(try await world.objects("purge", "--yes").last?[number: "done"] == 1)
        let shown = await world.run("config", "show").output
        #expect(shown.contains("upload.to = [\"nas\", \"usb\"]"))
    }

    @Test func `An unreachable destination does not affect the others`() async throws {
        await world.run("destination", "add", "nas", "~/nas")
        await world.run("destination", "add", "usb", "~/usb")
        try configure("[upload]\nto = [\"nas\", \"usb\"]\n")
        nas.setMarker(nil)
        let outcome = await world.run("upload")
        #expect(outcome.exit == 3)
        #expect((nas.entries.count, usb.entries.count) == (0, 1))
    }

    @Test(arguments: ["to = 3", "to = [1]"])
    func `A value that is neither a string nor a list of strings is refused`(line: String) async throws {
        try configure("[upload]\n\(line)\n")
        let outcome = await world.run("upload")
        #expect(outcome.exit == 78)
        #expect(outcome.notes.contains("config.toml:2: to in [upload] must be text, or a list of texts"))
    }

    @Test(arguments: [
        (["upload", "-n", "--since", "2026-06-01"], "upload --dry-run --since 2026-06-01 --to nas"),
        (["upload"], "upload --to nas"),
    ])
    func `A choice between destinations is suggested for the same photos, and for a dry run`(
        typed: [String], next: String
    ) async throws {
        await world.run("destination", "add", "nas", "~/nas")
        await world.run("destination", "add", "usb", "~/usb")
        let told = TypedLine.next(of: await world.type(typed)).map { $0.replacing(" -n ", with: " --dry-run ") }
        #expect(told == ["workphotos \(next)"])
    }

    @Test func `A lost marker is answered with how it is put back, and then the copies count again`() async throws {
        await world.run("destination", "add", "nas", "~/nas")
        #expect(await world.run("upload").exit == 0)
        let marker = try #require(try await nas.marker())
        nas.setMarker(nil)
        let outcome = await world.run("upload", "-n")
        let file = world.tree.path("nas").appending(".workphotos-destination").string
        #expect(outcome.notes.contains("is it mounted? Nothing was done. If your copies are there, "))
        #expect(outcome.notes.contains("put its marker back: echo \(marker.text) > \(file)\n"), "\(outcome.notes)")
        #expect(TypedLine.next(of: outcome) == ["ls -la \(world.tree.path("nas"))"])
        let trash = FakeTrashService(in: world.tree.path("trash"))
        world.trashService = { _ in trash }
        let doctor = await world.run("doctor")
        #expect(doctor.output.contains("echo \(marker.text) > "), "\(doctor.output)")
        nas.setMarker(marker)
        #expect(try await world.objects("upload").last?[number: "done"] == 0)
    }

    @Test func `An unknown name in the list is reported with its line`() async throws {
        await world.run("destination", "add", "nas", "~/nas")
        try configure("[upload]\nto = [\"nas\", \"nsa\"]\n")
        let outcome = await world.run("upload")
        #expect(outcome.exit == 78)
        #expect(outcome.notes.contains("did you mean 'nas'?"))
    }

    @Test func `Without a name all are checked, and the worst is the exit status`() async throws {
        let none = await world.run("destination", "check")
        #expect(none.exit == 0)
        #expect(none.notes.contains("There is no destination"))
        await world.run("destination", "add", "nas", "~/nas")
        await world.run("destination", "add", "usb", "~/usb")
        let objects = try await world.objects("destination", "check")
        #expect(objects.map { $0["name"] } == ["nas", "usb", nil])
        #expect(objects.last?[number: "destinations"] == 2)
        usb.setMarker(nil)
        let outcome = await world.run("destination", "check")
        #expect(outcome.exit == 3)
        #expect(outcome.notes.contains("has lost its marker"))
        #expect(outcome.output.hasPrefix("name            nas\n"))
        #expect(await world.run("destination", "check", "usb").exit == 1)
    }
}
