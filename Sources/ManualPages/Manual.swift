/// All pages of a program: one for itself and one for each of its commands.
package struct Manual: Sendable {
    /// The pages, the program's first, each command's before those of its subcommands.
    package let pages: [ManualPage]

    /// Renders the pages of a command tree, from the JSON that a program made with swift-argument-parser prints for
    /// `--experimental-dump-help`. Throws `ManualError.dump` where the text is anything else.
    ///
    /// Commands and arguments that help hides have no place in the manual. What every command takes is described once,
    /// on the program's page.
    package init(dump: String) throws(ManualError) {
        let root = try CommandDescription(dump: dump)
        let commands = root.tree
        let common = Self.common(commands.filter(\.shownSubcommands.isEmpty))
        pages = commands.map { ManualPage($0, root: root, common: common) }
    }

    /// The arguments that all these commands take, in the order of the first one.
    private static func common(_ commands: [CommandDescription]) -> [ArgumentDescription] {
        guard let first = commands.first else { return [] }
        return first.shownArguments.filter { argument in
            argument.kind != .positional && commands.allSatisfy { $0.shownArguments.contains(argument) }
        }
    }
}
