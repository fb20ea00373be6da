import Testing
import WorkphotosTestSupport

struct DestinationSettingsTests {
    private func complaint(_ text: String) async throws -> Outcome {
        let world = try World()
        try world.tree.write(world.configuration, Array(text.utf8))
        return await world.run("destination", "list")
    }

    @Test func `All kinds are read, and shown as on the command line`() async throws {
        let world = try World()
        try world.tree.write(
            world.configuration,
            Array(
                """
                [destinations.a]
                kind = "folder"
                path = "/mnt/nas"
                [destinations.b]
                kind = "rclone"
                remote = "cloud"
                path = "work/photos"
                [destinations.c]
                kind = "drive"
                folder = "Work"
                """.utf8))
        let specs = try await world.objects("destination", "list").map { $0["spec"] }
        #expect(specs == ["folder:/mnt/nas", "rclone:cloud:work/photos", "drive:Work", nil])
    }

    @Test(arguments: [
        ("[destinations.a]\nkind = \"folder\"\npath = \"/x\"\npaht = \"/y\"", ":4: ", "did you mean 'path'?"),
        ("[destinations.a]\nkind = \"foldr\"\npath = \"/x\"", ":2: ", "did you mean 'folder'?"),
        ("[destinations.a]\npath = \"/x\"", ":1: ", "no kind"),
        ("[destinations.a]\nkind = \"folder\"", ":1: ", "needs path"),
        ("[destinations.a]\nkind = \"rclone\"\npath = \"/x\"", ":1: ", "needs remote"),
        ("[destinations.a]\nkind = \"drive\"\nfolder = \"x\"\npath = \"/x\"", ":4: ", "does not apply to"),
        ("[destinations.\"a:b\"]\nkind = \"folder\"\npath = \"/x\"", "", "contain ':'"),
    ])
    func `Invalid values are refused with their line`(text: String, line: String, why: String) async throws {
        let outcome = try await complaint(text)
        #expect(outcome.exit == 78)
        #expect(outcome.notes.contains("config.toml\(line)"))
        #expect(outcome.notes.contains(why))
    }
}
