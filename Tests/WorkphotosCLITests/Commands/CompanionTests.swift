import Foundation
import SystemPackage
import Testing
import WorkphotosTestSupport

/// What editors and cameras put beside photos, from the scan to the purge.
struct CompanionTests {
    private let removable: Removable
    private var world: World { removable.world }
    private let companions = ["DSC_1.JPG.pp3", "DSC_1.JPG.dop", "DSC_1.WAV", "NKSC_PARAM/DSC_1.JPG.nksc"]

    init() async throws {
        removable = try await Removable("b.jpg")
        try removable.add("DSC_1.JPG")
        for name in companions { try world.tree.write(FilePath("photos/\(name)"), Array(name.utf8)) }
        await world.run("scan")
    }

    private func photo() async throws -> JSONObject {
        try #require(try await world.objects("why", "\(world.library)/DSC_1.JPG").first)
    }

    @Test func `They are members with the role sidecar, also for inspect`() async throws {
        let inspected = try #require(try await world.objects("inspect", "\(world.library)/DSC_1.JPG").first)
        for photo in [try await photo(), inspected] {
            let members = photo.members["members"] as? [[String: Any]] ?? []
            let names = members.compactMap { ($0["path"] as? String)?.dropFirst(world.library.count + 1) }.map(
                String.init)
            #expect(Set(names) == Set(companions + ["DSC_1.JPG"]))
            #expect(members.dropFirst().allSatisfy { $0["role"] as? String == "sidecar" })
        }
    }

    @Test func `They are sent and removed with their photo, and come back with it`() async throws {
        let upload = try await world.objects("upload")
        #expect(upload.last?[number: "files"] == 5)
        let purge = try await world.objects("purge", "--yes", "--path", "*DSC_1.JPG")
        #expect(purge.last?[number: "files"] == 5, "\(purge.map(\.members))")
        #expect(try world.names == ["b.jpg"])
        let run = try #require(try await world.objects("runs").first { $0["command"] == "purge" }?[number: "id"])
        #expect(await world.run("undo", "\(Int(run))").exit == 0)
        #expect(try world.names.count == 6)
    }

    @Test func `One that is new since the scan keeps the photo`() async throws {
        await world.run("upload")
        try world.tree.write("photos/DSC_1.vrd", [1])
        let purge = try await world.objects("purge", "--yes", "--path", "*DSC_1.JPG")
        #expect(purge.first?["why"] == "members-differ")
        try world.tree.remove("photos/DSC_1.vrd")
        try world.tree.write("photos/NKSC_PARAM/dsc_1.jpg.NKSC", [1])
        let again = try await world.objects("purge", "--yes", "--path", "*DSC_1.JPG")
        #expect(again.first?["why"] == "members-differ")
    }

    @Test func `Files with such endings that belong to no photo are none of ours`() async throws {
        for name in ["song.wav", "film.srt", "data.xml"] { try world.tree.write(FilePath("photos/\(name)"), [1]) }
        let scan = await world.run("scan", "-v")
        #expect(!(scan.output + scan.notes).contains("song.wav"), "\(scan)")
        #expect(try await world.objects("problems").filter { $0["type"] == "problem" }.isEmpty)
    }

    @Test func `A thumbnail is judged by its own place`() async throws {
        await world.run("fence", "add", "Home", "--at", "52.487,13.425", "--radius", "1km", "--kind", "never")
        try world.tree.write("photos/DSC_1.THM", TestPhoto(at: Place.home).bytes)
        await world.run("scan")
        #expect(try await photo()["reason"] == "never-fence")
    }
}
