import SystemPackage
import Testing
import WorkphotosTestSupport

struct ArgumentTests {
    private let tree: TemporaryTree
    private let program: Program

    init() throws {
        tree = try TemporaryTree()
        program = Program(home: tree.path.string)
    }

    @Test func `A file whose name is not UTF-8 is read`() throws {
        let script = #"name=$(printf 'a\377.jpg') && echo text > "$name" && exec "$0" inspect --json "$name""#
        let outcome = try program.under(["sh", "-c", script]).run()
        #expect(outcome.lines.first?["pathBase64"] as? String == "Yf8uanBn")
        #expect(outcome.lines.first?["what"] as? String == "unsupported")
    }

    @Test func `New fences files have the permissions that the umask leaves`() throws {
        let outcome = try program.under(["sh", "-c", #"umask 077 && exec "$0" "$@""#]).run(
            "fence", "add", "Home", "--at", "52.5,13.4", "--radius", "80m", "--fences", "fences.geojson")
        #expect(outcome.exit == 0)
        #expect(try tree.permissions("fences.geojson") == [.ownerReadWrite])
    }
}
