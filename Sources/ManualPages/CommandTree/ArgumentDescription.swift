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

    /// One of its names.
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
