import PhotoModel
import PhotoPipeline
import SystemPackage
import Testing
import WorkphotosTestSupport

struct FenceSendingTests {
    private let world: World
    private let office = ["fence", "add", "Office", "--at", "52.52,13.405", "--radius", "150m"]
    private var usb: String { "folder:\(world.tree.path.string)/usb stick" }

    init() throws {
        world = try World()
        try world.tree.makeDirectory("usb stick")
        world.uploadService = { (spec: DestinationSpec) throws(UploadError) in
            guard let path = spec.directory else { throw UploadError(.unavailable, "not a folder") }
            return MarkedDirectory(path)
        }
    }

    @Test func `A fence's folder and destination are written, listed and kept`() async throws {
        #expect(await world.run("destination", "add", "nas", usb).exit == 0)
        #expect(await world.type(office + ["--folder", "Lab/{year}/{name}", "--to", "nas"]).exit == 0)
        #expect(await world.run("fence", "add", "Depot", "--at", "1,1", "--radius", "9m").exit == 0)
        let fences = try await world.objects("fence", "list")
        #expect(fences[0]["folder"] == "Lab/{year}/{name}")
        #expect(fences[0]["to"] == "nas")
        for member in ["folder", "to"] { #expect(fences[1].members[member] != nil && fences[1][member] == nil) }
        #expect(await world.run("fence", "list").output.contains("  (folder Lab/{year}/{name}, to nas)\n"))
    }

    @Test func `A place without a name is written completely, from wherever it was typed`() async throws {
        #expect(await world.type(office + ["--to", "folder:usb stick"]).exit == 0)
        #expect(try await world.objects("fence", "list").first?["to"] == usb)
    }

    @Test(arguments: [
        ["--folder", "{yaer}/{name}"], ["--folder", "/{name}"], ["--folder", "x"], ["--to", "nas"],
        ["--to", "folder:"],
        ["--kind", "never", "--folder", "{name}"], ["--kind", "never", "--to", "folder:/nowhere"],
    ])
    func `An invalid value is a usage error, and nothing is written`(arguments: [String]) async throws {
        #expect(await world.type(office + arguments).exit == 64)
        #expect(!world.tree.exists(world.fences))
        #expect(!world.tree.exists(world.index))
    }

    @Test func `An invalid folder in the file is an error of list with its line`() async throws {
        _ = await world.type(office + ["--folder", "{year}/{name}"])
        let text = String(decoding: try world.tree.read(world.fences), as: UTF8.self)
        let line = try #require(text.split(separator: "\n").firstIndex { $0.contains("folder") }) + 1
        try world.tree.write(world.fences, Array(text.replacing("{year}", with: "{yaer}").utf8))
        let error = try #require(try await world.objects("fence", "list").last)
        #expect(error[number: "exit"] == 78 && error[number: "line"] == Double(line))
    }
}
