internal import Foundation

/// One command, with its subcommands, as described by the argument parser's help dump.
///
/// Decodes only what a page shows; other keys are ignored.
struct CommandDescription: Decodable, Equatable {
    /// Its name on the command line.
    var commandName: String
    /// The names before it, the program's name first; nil for the program itself.
    var superCommands: [String]?
    /// One sentence on what it does.
    var abstract: String?
    /// Further paragraphs and examples.
    var discussion: String?
    /// Whether help shows it; nil means yes.
    var shouldDisplay: Bool?
    /// Its arguments, in the order of its help.
    var arguments: [ArgumentDescription]?
    var subcommands: [CommandDescription]?

    /// The words that call the command, the program's name first.
    var words: [String] { (superCommands ?? []) + [commandName] }

    /// The name of its page: the words joined by hyphens.
    var pageName: String { words.joined(separator: "-") }

    /// The subcommands that have a page: those that help shows, without the parser's own `help`.
    var shownSubcommands: [CommandDescription] {
        (subcommands ?? []).filter { $0.shouldDisplay != false && $0.commandName != "help" }
    }

    var shownArguments: [ArgumentDescription] { (arguments ?? []).filter(\.shouldDisplay) }

    /// This command and all shown commands below it, each before its subcommands.
    var tree: [CommandDescription] { [self] + shownSubcommands.flatMap(\.tree) }
}

extension CommandDescription {
    /// The outermost object of a help dump.
    private struct Dump: Decodable {
        var serializationVersion: Int
        var command: CommandDescription
    }

    /// Decodes the root command of a help dump of version 0. Throws `ManualError.dump` if it is anything else.
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

/// One positional argument, option or flag of a command.
struct ArgumentDescription: Decodable, Equatable {
    /// Its form on the command line.
    enum Kind: String, Decodable {
        /// A value without a name.
        case positional
        /// A name with a value.
        case option
        /// A name alone.
        case flag
    }

    struct Name: Decodable, Equatable {
        /// The number of hyphens before it.
        enum Kind: String, Decodable {
            case long, short, longWithSingleDash
        }

        var kind: Kind
        /// The name without its hyphens.
        var name: String

        /// The name as the argument of an `Fl` macro, which writes the first hyphen itself.
        var flag: String { kind == .long ? "-" + name : name }
    }

    var kind: Kind
    var shouldDisplay: Bool
    var isOptional: Bool
    var isRepeating: Bool
    var names: [Name]?
    var preferredName: Name?
    var valueName: String?
    var defaultValue: String?
    /// The allowed values, if they are a closed list.
    var allValues: [String]?
    var abstract: String?
    var discussion: String?

    /// Its names, the one-letter ones first.
    var sortedNames: [Name] {
        let names = names ?? []
        return names.filter { $0.kind == .short } + names.filter { $0.kind != .short }
    }

    /// Whether this flag is the `--no-` form of another.
    func negates(_ other: ArgumentDescription) -> Bool {
        guard kind == .flag, other.kind == .flag, let name = preferredName?.name else { return false }
        return name == "no-" + (other.preferredName?.name ?? "")
    }
}
