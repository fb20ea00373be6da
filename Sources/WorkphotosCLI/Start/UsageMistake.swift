import ArgumentParser
import PhotoModel

/// An invalid command line, in words.
struct UsageMistake {
    /// What is wrong, and what was probably meant.
    let message: String
    /// The whole text for people: the message, the usage, and where to read more.
    let text: String
    let next: String

    /// An unknown command; nil if there is none.
    init?(_ place: CommandPlace) {
        guard let stranger = place.stranger else { return nil }
        let group = place.words.dropFirst()
        let meant = WordSuggestion.words(for: stranger, among: place.names, synonyms: WordSuggestion.commands)
        message =
            "There is no command '\((group + [terminalSafe(stranger)]).joined(separator: " "))'."
            + WordSuggestion.question(meant.map { (group + [$0]).joined(separator: " ") })
        next = (place.words + ["--help"]).joined(separator: " ")
        let usage = RootCommand.usageString(for: place.command)
        text = "Error: \(message)\nUsage: \(usage)\n  See '\(next)' for more information."
    }

    /// An error of the parser.
    ///
    /// - Parameter error: the error that the parser threw. It repeats words as they were typed, also line ends in them.
    init(_ error: any Error, at place: CommandPlace, columns: Int) {
        let refusal = place.withSafeWords(RootCommand.message(for: error))
        let text = place.withSafeWords(HelpText.text(for: error, columns: columns))
        message = Self.suggestingValue(refusal) ?? Self.suggesting(refusal, place.command)
        next = (place.words + ["--help"]).joined(separator: " ")
        let heading = "Error: \(refusal)"
        self.text = text.hasPrefix(heading) ? "Error: \(message)\(text.dropFirst(heading.count))" : text
    }

    /// The parser's message for a value that is none of some words, with our suggestion; nil for another message.
    private static func suggestingValue(_ refusal: String) -> String? {
        let quoted = refusal.matches(of: /'([^']*)'/).map { String($0.1) }
        guard refusal.hasPrefix("The value '"), let list = refusal.firstRange(of: "Please provide one of "),
            let typed = quoted.first
        else { return nil }
        let known = refusal[list.upperBound...].matches(of: /'([^']*)'/).map { String($0.1) }
        return refusal
            + WordSuggestion.question(WordSuggestion.words(for: typed, among: known, synonyms: WordSuggestion.values))
    }

    /// The parser's message for an unknown flag, with our suggestion. The parser suggests the flag with the fewest
    /// different letters, however little it has to do with the typed one.
    private static func suggesting(_ refusal: String, _ command: any ParsableCommand.Type) -> String {
        let start = "Unknown option '"
        guard refusal.hasPrefix(start) else { return refusal }
        let typed = refusal.dropFirst(start.count).prefix { $0 != "'" }
        let lines = refusal.split(separator: "\n", omittingEmptySubsequences: false).dropFirst()
        let meant = WordSuggestion.words(
            for: String(typed.drop { $0 == "-" }), among: command.longFlags, synonyms: WordSuggestion.flags)
        let question = WordSuggestion.question(meant.map { "--\($0)" })
        let first = "\(start)\(typed)'\(question.isEmpty ? "" : ".\(question)")"
        return ([first[...]] + lines).joined(separator: "\n")
    }
}

extension ParsableCommand {
    /// The names of its long flags and options, without hyphens, in the order of its help.
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

/// Suggests known words for an unknown one.
enum WordSuggestion {
    /// The maximum number of suggestions with the same beginning.
    private static let most = 3

    /// The words that were probably meant: those that begin with the typed word, else synonyms from other programs,
    /// else the word with the most similar spelling.
    ///
    /// - Parameters:
    ///   - typed: the typed word, without leading hyphens.
    ///   - known: the valid words, in the order of the suggestions.
    ///   - synonyms: sets of words with the same meaning.
    /// - Returns: the suggestions; none if no word is similar.
    static func words(for typed: String, among known: [String], synonyms: [Set<String>]) -> [String] {
        let typed = typed.lowercased()
        guard typed.count > 1, !known.contains(typed) else { return [] }
        let longer = known.filter { $0.hasPrefix(typed) }
        if !longer.isEmpty { return Array(longer.prefix(most)) }
        let alike = synonyms.filter { $0.contains(typed) }.flatMap { words in known.filter(words.contains) }
        if let first = alike.first { return [first] }
        return nearestWord(to: typed, among: known).map { [$0] } ?? []
    }

    /// The words as a question to follow a sentence, with a leading blank; empty for no words.
    static func question(_ words: [String]) -> String {
        words.isEmpty ? "" : " Did you mean \(words.map { "'\(terminalSafe($0))'" }.joined(separator: " or "))?"
    }
}

extension WordSuggestion {
    /// Names of commands in other programs.
    static let commands: [Set<String>] = [
        ["purge", "remove", "forget", "unstage", "delete", "del", "rm", "erase", "trash", "clean", "cleanup", "prune"],
        ["list", "show", "ls", "dir", "print", "display", "query", "find", "search", "get"],
        ["upload", "backup", "send", "copy", "cp", "push", "sync", "put"],
        ["undo", "rebuild", "restore", "revert", "recover", "rollback", "untrash"],
        ["verify", "check", "test", "fsck", "validate", "try"], ["why", "explain", "reason"],
        ["inspect", "info", "exif", "metadata", "read"], ["scan", "walk", "crawl", "refresh", "update", "rescan"],
        ["runs", "log", "logs", "history", "journal"], ["config", "settings", "preferences", "configuration"],
        ["fence", "geofence", "place", "places", "location", "area", "zone"],
        ["destination", "target", "remote", "storage", "remotes"], ["receipts", "checksums", "sums"],
        ["root", "directory", "directories", "folder", "folders", "library"],
        ["hold", "keep", "protect", "pin", "lock"], ["unhold", "release", "unpin", "unlock"],
        ["mark", "tag", "label", "set", "classify"], ["apply", "commit", "execute", "perform"],
        ["unstage", "discard", "drop", "cancel"], ["staged", "plan", "queue", "pending"],
        ["add", "new", "create", "make", "init"], ["rename", "mv", "move", "relocate"],
        ["vacuum", "compact", "shrink", "optimize", "optimise", "defragment"],
        ["run", "cron", "nightly"], ["status", "summary", "overview", "stats", "statistics"],
        ["doctor", "diagnose", "health", "checkup"], ["problems", "errors", "warnings", "unreadable"],
        ["help", "man", "usage"], ["import", "load"], ["export", "dump", "save", "extract"],
    ]

    /// Other words for values.
    static let values: [Set<String>] = [
        ["personal", "private", "home", "own"], ["work", "business", "office", "job"],
        ["auto", "none", "clear", "reset", "remove", "default"], ["unsure", "unknown", "undecided"],
        ["csv", "tsv", "spreadsheet"], ["json", "ndjson", "jsonl"], ["geojson", "map"],
        ["paths", "path", "files", "names"],
        ["table", "text", "plain", "human"], ["taken", "date", "time", "age"], ["path", "name", "file"],
        ["size", "bytes", "length"], ["always", "yes", "on", "true", "force"], ["never", "no", "off", "false"],
    ]

    /// Names of flags in other programs.
    static let flags: [Set<String>] = [
        ["dry-run", "dryrun", "simulate", "pretend", "preview", "what-if", "whatif", "noop", "no-act", "just-print"],
        ["yes", "force", "assume-yes", "no-confirm", "noconfirm", "non-interactive", "batch"],
        ["quiet", "silent"], ["verbose", "debug"], ["since", "from", "after", "start"], ["until", "before", "end"],
        ["limit", "max", "head", "count", "top", "number"], ["sort", "order", "order-by", "sort-by"],
        ["reverse", "desc", "descending", "invert"], ["near", "around", "position"],
        ["at", "position", "center", "centre"],
        ["within", "radius", "distance"], ["radius", "within", "distance"], ["index", "db", "database"],
        ["config", "conf", "configuration"], ["to", "destination", "dest", "target", "into"],
        ["from", "source", "destination", "target"], ["path", "glob", "match"],
        ["exclude", "ignore", "skip", "without", "omit"], ["wait", "timeout", "lock-timeout"],
        ["color", "colour", "colors", "no-color", "no-colour"], ["print0", "null", "zero"],
        ["format", "output", "output-format"], ["permanently", "permanent", "no-trash", "hard"],
        ["older-than", "min-age", "age"], ["camera", "model", "make", "device"], ["plan", "out", "save"],
        ["hidden", "all"], ["follow-symlinks", "dereference"], ["one-file-system", "xdev", "same-device"],
        ["reread", "full", "rescan"], ["time-zone", "timezone", "tz"],
        ["help", "usage"], ["version", "ver"],
    ]
}
