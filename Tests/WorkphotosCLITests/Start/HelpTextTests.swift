import Foundation
import PhotoPipeline
import Testing
import WorkphotosCLI
import WorkphotosTestSupport

/// Help on a terminal of 80 columns.
struct HelpTextTests {
    private func help(_ words: [String]) async -> String {
        let console = RecordingConsole()
        _ = await Workphotos.run(["help"] + words, console: console) { .forNobody(console) }
        return String(decoding: console.output, as: UTF8.self)
    }

    /// The commands that a help text lists.
    private func commands(of help: String) -> [String] {
        guard let list = help.range(of: "\nSUBCOMMANDS:\n") else { return [] }
        return help[list.upperBound...].split(separator: "\n").compactMap { line in
            line.firstMatch(of: #/^  ([a-z]+)(?: |$)/#).map { String($0.1) }
        }
    }

    /// The words of every command, beginning with the program's own.
    private func all() async -> [[String]] {
        var all: [[String]] = [[]]
        for command in commands(of: await help([])) {
            all.append([command])
            all += commands(of: await help([command])).map { [command, $0] }
        }
        return all
    }

    @Test func `No line is wider than the terminal, except the usage`() async {
        let all = await all()
        #expect(all.count > 30)
        for words in all {
            for line in await help(words).split(separator: "\n") where !line.hasPrefix("USAGE: ") {
                #expect(line.count <= 80, "\(words): \(line)")
            }
        }
    }

    @Test func `A command to type stays whole, and running text is broken between words`() async throws {
        let text = await help(["mark"])
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.contains("  workphotos list --unsure --near 52.52,13.405 --within 200m -0 \\"))
        #expect(lines.contains("    | workphotos mark work --files-from0 -"))
        let start = try #require(lines.firstIndex { $0.hasPrefix("A mark overrides every rule.") })
        let paragraph = lines[start...].prefix { !$0.isEmpty }
        #expect(paragraph.dropLast().allSatisfy { $0.count > 65 } && paragraph.count > 3)
        #expect(lines.contains("                          input."))
    }

    @Test func `A wider terminal gets longer lines`() async {
        let console = RecordingConsole(terminals: [.output])
        _ = await Workphotos.run(["help", "mark"], console: console) { .forNobody(console) }
        let lines = String(decoding: console.output, as: UTF8.self).split(separator: "\n").map(\.count)
        #expect(lines.contains { (81...100).contains($0) })
    }
}
