import SystemPackage
import Testing
import WorkphotosTestSupport

/// Copies that are lost together are one copy, however many remotes lead to them.
@Suite(.enabled(if: RemoteKind.installed.contains(.alias), "rclone is not installed"))
struct SharedDirectoryTests {
    /// A chunker without metadata gives every file another name, so each of the two has a marker of its own.
    private static let configuration = """
        [plain]
        type = alias
        remote = TREE/nas
        [coded]
        type = chunker
        remote = plain:
        meta_format = none
        hash_type = none
        """

    @Test(arguments: [("plain:", "coded:"), ("coded:", "plain:")])
    func `Two remotes that keep their files in the same directory are not two destinations`(
        _ first: String, _ second: String
    ) throws {
        let world = try WorkHome(photos: 1)
        let tree = world.home.tree
        try tree.makeDirectory("nas")
        let configuration = Self.configuration.replacing("TREE", with: tree.path("").string)
        try tree.write("rclone.conf", Array(configuration.utf8))
        var program = world.program
        program.variables["RCLONE_CONFIG"] = tree.path("rclone.conf").string
        #expect(try program.run("destination", "add", "one", "rclone:\(first)").exit == 0)
        let outcome = try program.run("destination", "add", "two", "rclone:\(second)")
        // A chunker sees the plain one's marker as its own, and then it is the same destination.
        #expect(outcome.exit == (second == "coded:" ? 1 : 4), "\(outcome.notes)")
        #expect(outcome.notes.contains("the destination 'one'"), "\(outcome.notes)")
        #expect(try program.run("destination", "add", "same", "rclone:\(first)").notes.contains("'one'"))
    }
}
