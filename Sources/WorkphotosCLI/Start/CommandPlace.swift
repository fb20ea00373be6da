import ArgumentParser

/// Where the words of a command line lead in the tree of commands.
struct CommandPlace {
    /// The command that they lead to, as far as they are commands.
    private(set) var command: any ParsableCommand.Type = RootCommand.self
    /// The words that call it, the program's name first.
    private(set) var words = [RootCommand._commandName]
    /// A word that is no command where one has to stand; nil where there is none.
    private(set) var stranger: String?

    /// Follows the words up to the first flag. After `help` they begin anew.
    ///
    /// - Parameter arguments: the arguments, the command first.
    init(_ arguments: [String]) {
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

    private var subcommands: [any ParsableCommand.Type] { command.configuration.subcommands }
}
