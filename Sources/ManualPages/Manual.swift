/// All pages of a program: one for itself and one for each of its commands.
///
/// swift-argument-parser's own generator (1.8.2) names pages so that `man workphotos fence add` does not find them, has
/// neither exit codes, examples, defaults, environment nor files, repeats the common options on every page, and makes
/// pages of which mandoc -Tlint complains 635 times.
package struct Manual: Sendable {
    /// The pages. The program's page comes first, and each command's page before those of its subcommands.
    package let pages: [ManualPage]

    /// Makes the pages from the JSON that a program built with swift-argument-parser prints for
    /// `--experimental-dump-help`. Throws `ManualError.dump` for any other text.
    ///
    /// Hidden commands and arguments are omitted. Arguments that every command takes are described once, on the
    /// program's page.
    package init(dump: String) throws(ManualError) {
        let root = try CommandDescription(dump: dump)
        let commands = root.tree
        let common = Self.common(commands.filter(\.shownSubcommands.isEmpty))
        pages = commands.map { ManualPage($0, root: root, common: common) }
    }

    /// The arguments that all these commands take, in the order of the first command.
    private static func common(_ commands: [CommandDescription]) -> [ArgumentDescription] {
        guard let first = commands.first else { return [] }
        return first.shownArguments.filter { argument in
            argument.kind != .positional && commands.allSatisfy { $0.shownArguments.contains(argument) }
        }
    }
}

/// Why the manual could not be made.
package enum ManualError: Error, CustomStringConvertible {
    /// The command tree could not be read, and why.
    case dump(why: String)
    /// A file or directory of the manual could not be read or written, and why.
    case file(path: String, why: String)

    /// The error, and what to type next.
    package var description: String {
        switch self {
        case .dump(let why):
            "the command tree on standard input cannot be read: \(why)\n"
                + "type: workphotos --experimental-dump-help | workphotos-manual man"
        case .file(let path, let why):
            "\(path): \(why)"
        }
    }
}
