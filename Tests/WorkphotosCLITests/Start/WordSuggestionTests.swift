import PhotoPipeline
import Testing
import WorkphotosCLI
import WorkphotosTestSupport

/// Suggestions for unknown words.
struct SuggestionTests {
    private func run(_ line: String) async -> Outcome {
        let console = RecordingConsole()
        let code = await Workphotos.run(line.split(separator: " ").map(String.init), console: console) {
            .forNobody(console)
        }
        return Outcome(exit: code, output: String(decoding: console.output, as: UTF8.self), notes: console.notes)
    }

    /// The suggestion after an error.
    private func question(_ line: String) async -> String? {
        let outcome = await run(line)
        #expect(outcome.exit == 64 && outcome.output.isEmpty, "\(line)")
        return outcome.notes.firstMatch(of: #/Did you mean .*\?/#).map { String($0.0) }
    }

    @Test(arguments: [
        // A word that begins so is preferred to others with fewer differences.
        ("upload --dry", "'--dry-run'"), ("list --rev", "'--reverse'"), ("stat", "'status'"),
        ("fence ad", "'fence add'"),
        ("stage", "'staged'"), ("un", "'unhold' or 'unstage' or 'undo'"), ("list --un", "'--unsure' or '--until'"),
        // Next come names from other programs.
        ("delete", "'purge'"), ("purge --force", "'--yes'"), ("ls", "'list'"), ("root rm", "'root forget'"),
        ("destination rm nas", "'destination remove'"), ("config list", "'config show'"),
        ("upload --simulate", "'--dry-run'"),
        ("list --before 2026-01-01", "'--until'"), ("restore 12", "'undo'"),
        ("mark private a.jpg", "'personal'"), ("list --verdict private", "'personal'"),
        ("list --sort date", "'taken'"), ("list --format text", "'table'"), ("list --color yes", "'always'"),
        // Last comes the most similar word.
        ("uplaod", "'upload'"), ("fence lst", "'fence list'"), ("list --limt 3", "'--limit'"), ("help lst", "'list'"),
        ("mark persnal a.jpg", "'personal'"),
        ("help fence tset", "'fence test'"),
    ])
    func `A suggestion is made`(line: String, meant: String) async {
        #expect(await question(line) == "Did you mean \(meant)?")
    }

    @Test(arguments: ["unstage --all", "upload --zzzz", "photograph", "fence photograph", "scan -x", "fence help", "x"])
    func `Without a similar word, no suggestion is made`(line: String) async {
        #expect(await question(line) == nil)
    }

    @Test(arguments: ["help lst", "help fence lst", "lst --help", "fence lst --help", "lst"])
    func `Help for an unknown command is a usage error`(line: String) async {
        let outcome = await run(line)
        #expect(outcome.exit == 64 && outcome.output.isEmpty)
        #expect(outcome.notes.hasPrefix("Error: There is no command '"))
        let group = line.contains("fence") ? "workphotos fence" : "workphotos"
        #expect(
            outcome.notes.hasSuffix("Usage: \(group) <subcommand>\n  See '\(group) --help' for more information.\n"))
    }

    @Test func `On a narrow terminal the words of an error are not broken`() async {
        let console = RecordingConsole(terminals: [.error], width: 40)
        let code = await Workphotos.run(["list", "--limit", "0", "--sort", "nonsense"], console: console) {
            .forNobody(console)
        }
        let lines = console.notes.split(separator: "\n").prefix { !$0.hasPrefix("Usage: ") }
        #expect(code == 64 && lines.count > 1, "\(console.notes)")
        #expect(lines.allSatisfy { $0.count <= 40 }, "\(lines)")
    }

    @Test func `Programs get the same`() async {
        let outcome = await run("upload --json --dry")
        let message = "Unknown option '--dry'. Did you mean '--dry-run'?"
        #expect(
            outcome.output.contains(
                #""message":"\#(message)","path":null,"line":null,"next":"workphotos upload --help""#))
        #expect(outcome.notes.hasPrefix("Error: \(message)\nUsage: workphotos upload"))
    }
}
