import Foundation
import Testing

/// A text with commands to type: README.md, or a page of the manual.
struct Document: CustomTestStringConvertible {
    /// Its path in the repository.
    let name: String
    /// The commands for a shell, each complete even if it takes several lines.
    let commands: [String]

    var testDescription: String { name }

    /// All documents with commands.
    static let all: [Document] = {
        let pages = (try? FileManager.default.contentsOfDirectory(atPath: top.appending(path: "man").path)) ?? []
        let names = ["README.md"] + pages.sorted().map { "man/\($0)" }
        return names.compactMap { try? Document($0) }.filter { !$0.commands.isEmpty }
    }()

    private static let top: URL = {
        var top = URL(filePath: #filePath)
        for _ in 0..<4 { top.deleteLastPathComponent() }
        return top
    }()

    private init(_ name: String) throws {
        let text = try String(contentsOf: Self.top.appending(path: name), encoding: .utf8)
        self.name = name
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        commands = Self.joined(name.hasSuffix(".md") ? Self.shellBlocks(lines) : Self.examples(lines).map(Self.plain))
            .filter(Self.isOurs)
    }

    /// The lines of blocks that are marked as for a shell.
    private static func shellBlocks(_ lines: [String]) -> [String] {
        var isInside = false
        return lines.filter { line in
            if line.hasPrefix("```") { isInside = line == "```sh" }
            return isInside && !line.hasPrefix("```")
        }
    }

    /// The literal lines of the section EXAMPLES, except those of SQL.
    private static func examples(_ lines: [String]) -> [String] {
        var (isInSection, isInside) = (false, false)
        return lines.filter { line in
            if line.hasPrefix(".Sh ") { isInSection = line == ".Sh EXAMPLES" }
            if line.hasPrefix(".Bd -literal") || line == ".Ed" { isInside = line != ".Ed" }
            return isInSection && isInside && !line.hasPrefix(".")
        }
    }

    /// A line of mdoc(7) as it is shown.
    private static func plain(_ line: String) -> String {
        let escapes = ["\\-": "-", "\\(ti": "~", "\\(ha": "^", "\\e": "\\", "\\&": ""]
        return escapes.reduce(line) { $0.replacing($1.key, with: $1.value) }
    }

    /// Puts a line that ends with a backslash and the next one together.
    private static func joined(_ lines: [String]) -> [String] {
        lines.reduce(into: [String]()) { commands, line in
            if let last = commands.last, last.hasSuffix("\\") {
                commands[commands.count - 1] = last.dropLast() + line
            } else {
                commands.append(line)
            }
        }
    }

    /// Whether it is for a shell, and not about building or installing the program or about systemd. What cron is given
    /// is tried by `make check`; what signs in to Google, and shares what lies there, by GoogleSignInTests and
    /// SharedCopyTests, where a Google is; what asks many questions by SetupTests; and what serves a page until it is
    /// told to end by ReviewCommandTests.
    private static func isOurs(_ command: String) -> Bool {
        let word = command.split(separator: " ").first.map(String.init) ?? ""
        return word.first?.isLetter == true && word.allSatisfy { $0.isLowercase || $0.isNumber }
            && !["make", "sudo", "systemctl", "loginctl", "journalctl"].contains(word)
            && !command.hasPrefix("workphotos auth google") && !command.hasPrefix("workphotos setup")
            && !command.hasPrefix("workphotos share") && !command.hasPrefix("workphotos review")
    }
}
