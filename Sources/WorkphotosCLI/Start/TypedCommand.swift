import ArgumentParser
import PhotoFrontEnd

/// The command that was typed, to be told with a change: whoever types it again means the same photos, and the same
/// index.
struct TypedCommand {
    /// What was typed, without the program's name; the command first.
    private let words: [String]

    init(_ arguments: [String]) { words = ArgumentOrder.normalized(arguments) }

    /// The same command, so that it only shows what it would do.
    var shown: String { text(adding: ["--dry-run"]) }

    /// The same command, so that it waits for the lock: as long as it did, where that was said.
    var waiting: String { Self.text((hasWait ? [] : ["--wait", "5m"]) + words) }

    /// The same command with the home of whoever types it, which cron and sudo may have left out.
    var withHome: String { "HOME=~ \(Self.text(words))" }

    /// The same command with another limit; one that was only to be shown is carried out, and asks before it is.
    func withLimit(_ photos: Int) -> String {
        var kept: [String] = []
        var rest = words[...]
        while let word = rest.popFirst() {
            if word == "--" {
                kept += [word] + rest
                break
            }
            if word == "--max-delete" { rest = rest.dropFirst() }
            if word == "--max-delete" || word.hasPrefix("--max-delete=") { continue }
            kept += Self.withoutWord(word).map { [$0] } ?? []
        }
        return TypedCommand(kept).text(adding: ["--max-delete", "\(photos)"])
    }

    private var hasWait: Bool {
        words.prefix { $0 != "--" }.contains { $0 == "--wait" || $0.hasPrefix("--wait=") }
    }

    /// A word without what says that nobody is to be asked, or nothing written; nil where nothing is left of it.
    private static func withoutWord(_ word: String) -> String? {
        if ["--yes", "--dry-run"].contains(word) { return nil }
        guard word.count > 1, word.hasPrefix("-"), word.dropFirst().allSatisfy(\.isLetter) else { return word }
        let letters = word.filter { !"yn".contains($0) }
        return letters == "-" ? nil : letters
    }

    private func text(adding flags: [String]) -> String {
        let end = words.firstIndex(of: "--") ?? words.endIndex
        return Self.text(words[..<end] + flags + words[end...])
    }

    private static func text(_ words: [String]) -> String {
        (["workphotos"] + words.map(shellQuoted(argument:))).joined(separator: " ")
    }
}

/// Where the words of a command line lead in the tree of commands.
struct CommandPlace {
    /// The command that they lead to, as far as they are commands.
    private(set) var command: any ParsableCommand.Type = RootCommand.self
    /// The words that call it, the program's name first.
    private(set) var words = [RootCommand._commandName]
    /// A word that is no command where one has to stand; nil where there is none.
    private(set) var stranger: String?
    private let arguments: [String]

    /// Follows the words up to the first flag. After `help` they begin anew.
    ///
    /// - Parameter arguments: the arguments, the command first.
    init(_ arguments: [String]) {
        self.arguments = arguments
        var rest = arguments.prefix { !$0.hasPrefix("-") }
        if rest.first == "help" { rest = rest.dropFirst() }
        if rest.first == "help" { return }
        for word in rest where !subcommands.isEmpty {
            guard let next = subcommands.first(where: { $0._commandName == word }) else {
                stranger = word
                return
            }
            command = next
            words.append(word)
        }
    }

    /// The names of the commands that may stand here.
    var names: [String] {
        subcommands.map { $0._commandName } + (words.count == 1 ? ["help"] : [])
    }

    /// The command with its values, as the parser takes them from the arguments.
    ///
    /// A command that does something is parsed by itself: on its way from the root, the parser makes the arguments of
    /// every command several times. Help, and what is refused, has to name the whole command, so it goes that way.
    func parsed() throws -> any ParsableCommand {
        if subcommands.isEmpty, arguments.first != "help",
            let parsed = try? command.parseAsRoot(Array(arguments.dropFirst(words.count - 1))),
            parsed is any WorkphotosCommand
        {
            return parsed
        }
        return try RootCommand.parseAsRoot(arguments)
    }

    private var subcommands: [any ParsableCommand.Type] { command.configuration.subcommands }
}
