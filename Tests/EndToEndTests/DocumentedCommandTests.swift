import Foundation
import Testing
import WorkphotosTestSupport

/// The commands in README.md and the manual work when they are typed at a terminal, line by line.
struct DocumentedCommandTests {
    /// Other programs that a line may need, and whether they are installed.
    private static let helpers = ["jq", "sha256sum", "xargs", "find"].map { name in
        (name: name, isHere: (try? Program(path: "sh", home: "/").run("-c", "command -v \(name)").exit) == 0)
    }

    @Test(arguments: Document.all) func `Every command runs`(_ document: Document) throws {
        let missing = Self.helpers.filter { !$0.isHere }.map(\.name)
        let desk = try DocumentedHome(for: document)
        for command in document.commands where !missing.contains(where: command.contains) {
            let conversation = try desk.type(command)
            #expect(conversation.outcome.exit == 0, "\(command)\n\(conversation.screen)")
            #expect(!conversation.outcome.output.split(separator: "\n").contains("null"), "\(command)")
        }
    }

    @Test func `There are many, in README and the manual`() {
        #expect(Document.all.first?.name == "README.md")
        #expect(Document.all.count > 35 && Document.all.reduce(0) { $0 + $1.commands.count } > 120)
    }
}
