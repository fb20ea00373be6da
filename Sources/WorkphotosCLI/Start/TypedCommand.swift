import ArgumentParser
import PhotoFrontEnd
import PhotoModel

/// The typed command, to be suggested again with a change. It keeps the same photos and the same index.
struct TypedCommand {
    /// What was typed, without the program's name; the command comes first.
    private let words: [String]

    init(_ arguments: [String]) { words = ArgumentOrder.normalized(arguments) }

    var shown: String { adding("--dry-run") }

    func adding(_ flag: String) -> String { text(adding: [flag]) }

    /// The command with another value of an option that was typed.
    func replacing(_ option: String, with value: String) -> String {
        var words = words
        for index in words.indices {
            if words[index] == "--" { break }
            if words[index] == option, index + 1 < words.count { words[index + 1] = value }
            if words[index].hasPrefix("\(option)=") { words[index] = "\(option)=\(value)" }
        }
        return Self.text(words)
    }

    /// The command with a destination, where it names none, and with the consent to make it one.
    func sending(to destination: String, making isMaking: Bool) -> String {
        text(adding: (has("--to") ? [] : ["--to", destination]) + (isMaking ? ["--create"] : []))
    }

    func calls(_ name: String) -> Bool { words.first == name }

    /// Whether it only shows what it would do.
    var isDryRun: Bool { words.prefix { $0 != "--" }.contains { Self.asksForDryRun($0) } }

    private static func asksForDryRun(_ word: String) -> Bool {
        word == "--dry-run"
            || word.hasPrefix("-") && !word.hasPrefix("--") && word.contains("n")
                && word.dropFirst().allSatisfy(\.isLetter)
    }

    /// The command, waiting for the lock; for as long as before if `--wait` was given.
    var waiting: String { Self.text((hasWait ? [] : ["--wait", "5m"]) + words) }

    /// The command with HOME set to a directory, as a shell reads it. Cron and sudo may leave it unset.
    func with(home: String) -> String { "HOME=\(home) \(Self.text(words))" }

    /// The command with another limit. Without `--yes`, `--dry-run` and what belongs to a page, so that it is carried
    /// out after it asks.
    func withLimit(_ photos: Int) -> String { with("--max-delete", "\(photos)") }

    /// The command for so many groups, the first ones. Without the same flags.
    func withFewer(_ groups: Int) -> String { with("--limit", "\(groups)") }

    /// The command for what was taken at least so many days ago. Without the same flags.
    func withOlder(_ days: Int) -> String { with("--older-than", "\(days)d") }

    private func with(_ option: String, _ value: String) -> String {
        var kept: [String] = []
        var rest = words[...]
        while let word = rest.popFirst() {
            if word == "--" {
                kept += [word] + rest
                break
            }
            let left = Self.ofPages + [option]
            if left.contains(word) { rest = rest.dropFirst() }
            if left.contains(where: { word == $0 || word.hasPrefix("\($0)=") }) { continue }
            kept += Self.withoutWord(word).map { [$0] } ?? []
        }
        return TypedCommand(kept).text(adding: [option, value])
    }

    /// The options of a page that have values.
    private static let ofPages = ["--html", "--title", "--thumbnails"]

    private var hasWait: Bool { has("--wait") }

    private func has(_ option: String) -> Bool {
        words.prefix { $0 != "--" }.contains { $0 == option || $0.hasPrefix("\(option)=") }
    }

    /// A word without the flags for `--yes` and `--dry-run`; nil if nothing is left.
    private static func withoutWord(_ word: String) -> String? {
        if ["--yes", "--dry-run", "--open", "--no-positions"].contains(word) { return nil }
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

/// The command that the words of a command line lead to.
struct CommandPlace {
    /// The deepest command that the words lead to.
    private(set) var command: any ParsableCommand.Type = RootCommand.self
    /// The words that call the command, the program's name first.
    private(set) var words = [RootCommand._commandName]
    /// The first word that is not a command although one is expected; nil if there is none.
    private(set) var stranger: String?
    private let arguments: [String]

    /// Follows the words up to the first flag. A leading `help` is skipped.
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

    /// The names of the commands that may follow.
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

    /// A message of the parser's with the typed words that it repeats made safe for a terminal, and shortened.
    func withSafeWords(_ message: String) -> String {
        let words = arguments + arguments.flatMap { $0.split(separator: "=", maxSplits: 1).map(String.init) }
        return words.reduce(message) { message, word in
            let isLine = word.unicodeScalars.allSatisfy { $0.value >= 0x20 }
            let safe = isLine ? shortened(word) : terminalSafe(word)
            return safe == word ? message : message.replacing(word, with: safe)
        }
    }

    private var subcommands: [any ParsableCommand.Type] { command.configuration.subcommands }
}
