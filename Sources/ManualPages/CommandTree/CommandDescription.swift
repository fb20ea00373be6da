internal import Foundation

/// One command as the argument parser's help dump describes it, with its subcommands.
///
/// Only what a page shows is decoded; other keys are passed over.
struct CommandDescription: Decodable, Equatable {
    /// The word that calls it.
    var commandName: String
    /// The words before it, the program's own name first; nil for the program itself.
    var superCommands: [String]?
    /// One sentence on what it does.
    var abstract: String?
    /// More of it: paragraphs and examples.
    var discussion: String?
    /// Whether it is shown in help; not there means yes.
    var shouldDisplay: Bool?
    /// What it takes, in the order of its help.
    var arguments: [ArgumentDescription]?
    /// What it is divided into.
    var subcommands: [CommandDescription]?

    /// The words that call it, the program's name first.
    var words: [String] { (superCommands ?? []) + [commandName] }

    /// The name of its page: the words with hyphens between them.
    var pageName: String { words.joined(separator: "-") }

    /// The subcommands that have a page: those that are shown, without the parser's own `help`.
    var shownSubcommands: [CommandDescription] {
        (subcommands ?? []).filter { $0.shouldDisplay != false && $0.commandName != "help" }
    }

    /// The arguments that are shown.
    var shownArguments: [ArgumentDescription] { (arguments ?? []).filter(\.shouldDisplay) }

    /// This command and all shown ones below it, each before its subcommands.
    var tree: [CommandDescription] { [self] + shownSubcommands.flatMap(\.tree) }
}

extension CommandDescription {
    /// The outermost object of a help dump.
    private struct Dump: Decodable {
        var serializationVersion: Int
        var command: CommandDescription
    }

    /// Decodes the root command of a help dump of version 0. Throws `ManualError.dump` where it is anything else.
    init(dump: String) throws(ManualError) {
        let decoded: Dump
        do {
            decoded = try JSONDecoder().decode(Dump.self, from: Data(dump.utf8))
        } catch {
            throw .dump(why: String(describing: error))
        }
        guard decoded.serializationVersion == 0 else {
            throw .dump(why: "its version is \(decoded.serializationVersion), and only 0 is known")
        }
        self = decoded.command
    }
}
