import Foundation
import Testing
import WorkphotosTestSupport

/// What README.md and the manual tell people to type works when it is typed, line by line, at a terminal.
struct DocumentedCommandTests {
    /// Other programs that a line may need, and whether they are here.
    private static let helpers = ["jq", "sha256sum", "xargs", "find"].map { name in
        (name: name, isHere: (try? Program(path: "sh", home: "/").run("-c", "command -v \(name)").exit) == 0)
    }

    @Test(arguments: Document.all) func `Every command runs`(_ document: Document) throws {
        let missing = Self.helpers.filter { !$0.isHere }.map(\.name)
        let desk = try Desk(for: document)
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
