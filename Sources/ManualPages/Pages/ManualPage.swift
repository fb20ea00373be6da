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
