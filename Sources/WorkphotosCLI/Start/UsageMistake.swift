import ArgumentParser
import PhotoModel

/// A command line that makes no sense, in words.
struct UsageMistake {
    /// What is wrong, and what was probably meant.
    let message: String
    /// What a person reads: the same, how the command is written, and where more is said.
    let text: String
    /// The command to type next.
    let next: String

    /// A word where a command has to stand, and that is none; nil where there is no such word.
    ///
    /// - Parameter place: where the words of the command line lead.
    init?(_ place: CommandPlace) {
        guard let stranger = place.stranger else { return nil }
        let group = place.words.dropFirst()
        let meant = Suggestion.words(for: stranger, among: place.names, synonyms: Suggestion.commands)
        message =
            "There is no command '\((group + [terminalSafe(stranger)]).joined(separator: " "))'."
            + Suggestion.question(meant.map { (group + [$0]).joined(separator: " ") })
        next = (place.words + ["--help"]).joined(separator: " ")
        let usage = RootCommand.usageString(for: place.command)
        text = "Error: \(message)\nUsage: \(usage)\n  See '\(next)' for more information."
    }

    /// What the parser refused.
    ///
    /// - Parameters:
    ///   - error: what it threw.
    ///   - place: where the words of the command line lead.
    ///   - columns: as wide as the text may be.
    init(_ error: any Error, at place: CommandPlace, columns: Int) {
        let refusal = RootCommand.message(for: error)
        let text = HelpText.text(for: error, columns: columns)
        message = Self.suggesting(refusal, place.command)
        next = (place.words + ["--help"]).joined(separator: " ")
        let heading = "Error: \(refusal)"
        self.text = text.hasPrefix(heading) ? "Error: \(message)\(text.dropFirst(heading.count))" : text
    }

    /// The parser's words for a flag that there is not, with what was meant by ours. Its own suggestion is whatever has
    /// the fewest other letters, however little it has to do with it.
    private static func suggesting(_ refusal: String, _ command: any ParsableCommand.Type) -> String {
        let start = "Unknown option '"
        guard refusal.hasPrefix(start) else { return refusal }
        let typed = refusal.dropFirst(start.count).prefix { $0 != "'" }
        let lines = refusal.split(separator: "\n", omittingEmptySubsequences: false).dropFirst()
        let meant = Suggestion.words(
            for: String(typed.drop { $0 == "-" }), among: command.longFlags, synonyms: Suggestion.flags)
        let question = Suggestion.question(meant.map { "--\($0)" })
        let first = "\(start)\(typed)'\(question.isEmpty ? "" : ".\(question)")"
        return ([first[...]] + lines).joined(separator: "\n")
    }
}

extension ParsableCommand {
    /// The names of its flags and options of more than one letter, without hyphens, in the order of its help.
    fileprivate static var longFlags: [String] {
        guard let dump = try? JSONDocument(parsing: Array(_dumpHelp().utf8)) else { return [] }
        let arguments = dump.root["command"]?["arguments"]?.elements ?? []
        return arguments.flatMap { $0["names"]?.elements ?? [] }.compactMap { name in
            name["kind"]?.text == "long" ? name["name"]?.text : nil
        }
    }
}

extension JSONNode {
    fileprivate subscript(name: String) -> JSONNode? {
        guard case .object(let members) = value else { return nil }
        return members.first { $0.name == name }?.value
    }

    fileprivate var elements: [JSONNode] {
        if case .array(let elements) = value { elements } else { [] }
    }

    fileprivate var text: String? {
        if case .string(let text) = value { text } else { nil }
    }
}
