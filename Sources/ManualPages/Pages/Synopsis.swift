/// The SYNOPSIS section of a command.
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
