/// The page of one command.
package struct ManualPage: Sendable {
    /// The name of its file, such as `workphotos-fence-add.1`.
    package let fileName: String

    private let title: String
    private let body: [String]

    /// The page's mdoc(7) source, with a line feed at its end. `date` is the day of the last change in mdoc's form,
    /// such as `March 1, 2026`.
    package func text(date: String) -> String {
        ([".Dd \(date)", ".Dt \(title) 1", ".Os"] + body).joined(separator: "\n") + "\n"
    }

    /// Renders the page of a command. `common` are the arguments that all commands of `root` take.
    init(_ command: CommandDescription, root: CommandDescription, common: [ArgumentDescription]) {
        fileName = command.pageName + ".1"
        title = command.pageName.uppercased()
        let own = command.shownArguments.filter { !common.contains($0) }
        let discussion = Discussion(command.discussion ?? "")
        let isRoot = command.words.count == 1
        body =
            Self.name(command) + [".Sh SYNOPSIS"] + Synopsis.mdoc(command, own: own)
            + Self.description(command, discussion) + Self.commands(command)
            + (isRoot ? Self.commonOptions(common) : Self.options(command, own: own, common: common, root: root))
            + (isRoot ? CommonSections.environment + CommonSections.files : [])
            + CommonSections.exitStatus + Self.examples(discussion) + SeeAlso.mdoc(command, root: root)
    }

    /// NAME, with the abstract as a phrase: a small letter first and no full stop.
    private static func name(_ command: CommandDescription) -> [String] {
        [".Sh NAME", ".Nm " + command.pageName, ".Nd " + MdocText.phrase(command.abstract ?? "")]
    }

    private static func description(_ command: CommandDescription, _ discussion: Discussion) -> [String] {
        let abstract = MdocText.lines(command.abstract ?? "")
        let text = discussion.text.mdoc
        return [".Sh DESCRIPTION"] + abstract + (text.isEmpty ? [] : [".Pp"]) + text
    }

    /// COMMANDS: each subcommand with its page.
    private static func commands(_ command: CommandDescription) -> [String] {
        guard !command.shownSubcommands.isEmpty else { return [] }
        let items = command.shownSubcommands.flatMap { subcommand in
            [".It " + CrossReference(name: subcommand.pageName).macro] + MdocText.lines(subcommand.abstract ?? "")
        }
        return [".Sh COMMANDS", ".Bl -tag -width Ds"] + items + [".El"]
    }

    /// OPTIONS of the program's own page: those that every command takes.
    private static func commonOptions(_ common: [ArgumentDescription]) -> [String] {
        guard !common.isEmpty else { return [] }
        return [".Sh OPTIONS", "Every command takes these:"] + OptionList.mdoc(common)
    }

    /// OPTIONS of a command: its own, and a reference to the common ones.
    private static func options(
        _ command: CommandDescription, own: [ArgumentDescription], common: [ArgumentDescription],
        root: CommandDescription
    ) -> [String] {
        guard command.shownSubcommands.isEmpty else { return [] }
        let positionals = own.filter { $0.kind == .positional }
        let list = OptionList.mdoc(positionals + own.filter { $0.kind != .positional })
        guard !common.isEmpty else { return list.isEmpty ? [] : [".Sh OPTIONS"] + list }
        let names = common.compactMap { $0.preferredName ?? $0.names?.first }.map { "Fl " + OptionList.flag($0) }
        let pointer =
            ["Options of every command,"] + names.map { "." + $0 + " ," }
            + ["are described in", CrossReference(name: root.pageName).line(".")]
        return [".Sh OPTIONS"] + list + (list.isEmpty ? [] : [".Pp"]) + pointer
    }

    private static func examples(_ discussion: Discussion) -> [String] {
        discussion.examples.isEmpty ? [] : [".Sh EXAMPLES"] + discussion.examples.mdoc
    }
}

/// The SEE ALSO section of a command: the program, the commands of its group and the pages of the formats; that of the
/// program: all pages that are no command's.
enum SeeAlso {
    private static let formats = [("index", 5), ("json", 5)]
    private static let others =
        [("config", 5), ("fences", 5)] + formats + [("destinations", 7), ("fleet", 7), ("google", 7)]

    /// The section's lines: the commands in order of name, then the others by section.
    static func mdoc(_ command: CommandDescription, root: CommandDescription) -> [String] {
        var pages: Set<String> = []
        if command.words.count > 1 {
            let group = root.tree.first { $0.words == Array(command.words.dropLast()) }
            pages.insert(root.pageName)
            if let group, group.words.count > 1 {
                pages.insert(group.pageName)
                pages.formUnion(group.shownSubcommands.map(\.pageName))
            }
            pages.remove(command.pageName)
        }
        let references =
            pages.sorted().map { CrossReference(name: $0) }
            + (command.words.count > 1 ? formats : others).map {
                CrossReference(name: "\(root.pageName)-\($0.0)", section: $0.1)
            }
        return [".Sh SEE ALSO"] + references.dropLast().map { $0.line(",") } + references.suffix(1).map { $0.line() }
    }
}

enum Synopsis {
    /// The section's lines. `own` are the command's arguments without the common ones.
    static func mdoc(_ command: CommandDescription, own: [ArgumentDescription]) -> [String] {
        var lines = [".Nm " + MdocText.argument(command.words[0])]
        let words = command.words.dropFirst()
        if !words.isEmpty { lines.append(".Cm " + words.map(MdocText.argument).joined(separator: " ")) }
        guard command.shownSubcommands.isEmpty else {
            return lines + [".Ar command", ".Op Ar option ...", ".Op Ar argument ..."]
        }
        let options = own.filter { $0.kind != .positional }
        let positionals = own.filter { $0.kind == .positional }
        return lines + options.map(usage) + [".Op Ar common\\-option ..."] + positionals.map(usage)
    }

    private static func usage(_ argument: ArgumentDescription) -> String {
        var parts: [String] = []
        if argument.kind != .positional, let name = argument.preferredName ?? argument.names?.first {
            parts.append("Fl " + OptionList.flag(name))
        }
        if argument.kind != .flag {
            parts.append("Ar " + MdocText.argument(argument.valueName ?? "value"))
        }
        if argument.isRepeating { parts.append("...") }
        return (argument.isOptional ? ".Op " : ".") + parts.joined(separator: " ")
    }
}

/// The name of another page with its section, such as `workphotos-scan(1)`.
///
/// Does not use the macro `Xr`: lint reports each `Xr` to a page that is not installed yet, which would hide real
/// findings.
struct CrossReference {
    var name: String
    var section = 1

    /// The reference as the rest of a macro line.
    var macro: String { "Nm \(name) Ns Pq \(section)" }

    /// The reference on a line of its own, with optional punctuation.
    func line(_ punctuation: String = "") -> String {
        punctuation.isEmpty ? "." + macro : ".\(macro) \(punctuation)"
    }
}

/// Arguments as the list of an OPTIONS section.
enum OptionList {
    /// The list; empty if there are no arguments.
    static func mdoc(_ arguments: [ArgumentDescription]) -> [String] {
        guard !arguments.isEmpty else { return [] }
        var lines = [".Bl -tag -width Ds"]
        for (index, argument) in arguments.enumerated() {
            if index > 0, argument.negates(arguments[index - 1]) { continue }
            let next = index + 1 < arguments.count ? arguments[index + 1] : nil
            lines.append(".It " + term(argument, twin: next.flatMap { $0.negates(argument) ? $0 : nil }))
            lines += body(argument)
        }
        return lines + [".El"]
    }

    /// The names with the value, or the value alone.
    private static func term(_ argument: ArgumentDescription, twin: ArgumentDescription?) -> String {
        let value = argument.kind == .flag ? "" : "Ar " + MdocText.argument(argument.valueName ?? "value")
        guard argument.kind != .positional else { return value + (argument.isRepeating ? " ..." : "") }
        let names = argument.sortedNames + (twin?.sortedNames ?? [])
        let flags = names.map { "Fl " + flag($0) }.joined(separator: " , ")
        return value.isEmpty ? flags : flags + " " + value
    }

    /// The description, the allowed values and the default.
    private static func body(_ argument: ArgumentDescription) -> [String] {
        var lines = MdocText.lines(argument.abstract ?? "")
        if let values = argument.allValues, !values.isEmpty, !names(argument.abstract ?? "", all: values) {
            lines += MdocText.lines("One of \(values.joined(separator: ", ")).")
        }
        if let value = argument.defaultValue, !value.isEmpty {
            lines += MdocText.lines("The default is \(value).")
        }
        let isSaid = argument.abstract?.contains("repeatable") == true
        if argument.isRepeating, argument.kind != .positional, !isSaid {
            lines += ["May be given more than once."]
        }
        if let discussion = argument.discussion {
            lines += Discussion(discussion).text.mdoc
        }
        return lines
    }

    /// Whether a text contains each of these words.
    private static func names(_ text: String, all values: [String]) -> Bool {
        let words = Set(text.split { !$0.isLetter && !$0.isNumber && $0 != "-" }.map { $0.lowercased() })
        return words.isSuperset(of: values)
    }

    /// A name as the argument of `Fl`.
    static func flag(_ name: ArgumentDescription.Name) -> String {
        name.flag.replacing("-", with: "\\-")
    }
}
