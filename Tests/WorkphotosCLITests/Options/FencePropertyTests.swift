import PhotoModel
import PhotoPipeline
import SystemPackage
import Testing
import WorkphotosTestSupport

/// Each property in the table of fences' properties has its flags.
struct FencePropertyTests {
    private let world: World
    /// A value of each property.
    private let values: [String: String]

    init() throws {
        world = try World()
        try world.tree.makeDirectory("usb")
        world.uploadService = { (spec: DestinationSpec) throws(UploadError) in
            guard let path = spec.directory else { throw UploadError(.unavailable, "not a folder") }
            return MarkedDirectory(path)
        }
        values = [
            "hours": "mon-fri 08:00-18:00", "timeZone": "Europe/Berlin", "from": "2026-01-01", "until": "2026-12-31",
            "except": "12-24..01-02", "folder": "Lab/{year}/{name}", "to": "folder:\(world.tree.path.string)/usb",
        ]
    }

    /// The property of the fence of that place in the list, in a list where it is one of several values.
    private func listed(_ name: String, ofFence place: Int) async throws -> [String]? {
        let fences = try await world.objects("fence", "list")
        let member = try #require(fences.dropFirst(place).first?.members[name])
        return member as? [String] ?? (member as? String).map { [$0] }
    }

    @Test(arguments: FenceProperty.all.map(\.name))
    func `A property has a flag that sets it and one that takes it away`(_ name: String) async throws {
        let property = try #require(FenceProperty.all.first { $0.name == name })
        let value = try #require(values[name], "a new property needs a value here")
        let flag = "--" + name.map { $0.isUppercase ? "-\($0.lowercased())" : "\($0)" }.joined()
        await world.addOffice()

        #expect(await world.type(["fence", "edit", "Office", flag, value]).exit == 0)
        #expect(try await listed(name, ofFence: 0) == [value])
        #expect(await world.run("fence", "list").output.contains(value))

        let both = await world.type(["fence", "edit", "Office", flag, value, "--no-\(property.removal)"])
        #expect(both.exit == 64)
        #expect(both.notes.contains("--no-\(property.removal) cannot be combined with a flag that sets it"))

        #expect(await world.run("fence", "edit", "Office", "--no-\(property.removal)").exit == 0)
        #expect(try await listed(name, ofFence: 0) == (property.isList ? [] : nil))

        let depot = ["fence", "add", "Depot", "--at", "1,1", "--radius", "9m", flag, value]
        #expect(await world.type(depot).exit == 0)
        #expect(try await listed(name, ofFence: 1) == [value])
    }
}
