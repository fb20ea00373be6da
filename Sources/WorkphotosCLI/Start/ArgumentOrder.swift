/// Puts arguments into the order that the parser wants, where people write them otherwise.
enum ArgumentOrder {
    /// The flags of every command that take a value; `GlobalOptions` declares them.
    private static let valued: Set<String> = [
        "--index", "--config", "--fences", "--color", "--progress", "--log-format", "--wait",
    ]
    /// The flags of every command that take none.
    private static let bare: Set<String> = ["--json", "--quiet", "-q", "--verbose", "-v"]

    /// The same arguments, where flags of every command may also stand before the command, as in other programs; `-V`
    /// is `--version`, and a position with a leading minus sign is no flag: it gets a blank before it.
    static func normalized(_ arguments: [String]) -> [String] {
        if arguments == ["-V"] { return ["--version"] }
        let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
        let options = arguments[..<end].map(shieldingNegativePosition)
        let leading = options.prefix(leadingCount(options))
        if leading.count == options.count { return arguments }
        return Array(options.dropFirst(leading.count)) + leading + arguments[end...]
    }

    /// How many arguments before the command are flags of every command and their values.
    private static func leadingCount(_ arguments: [String]) -> Int {
        var count = 0
        while count < arguments.count {
            let argument = arguments[count]
            if valued.contains(argument) {
                count += 2
            } else if bare.contains(argument) || valued.contains(where: { argument.hasPrefix("\($0)=") }) {
                count += 1
            } else {
                break
            }
        }
        return min(count, arguments.count)
    }

    private static func shieldingNegativePosition(_ argument: String) -> String {
        let isPosition =
            argument.hasPrefix("-") && argument.contains(",")
            && argument.allSatisfy { $0.isWholeNumber || "-.,".contains($0) }
        return isPosition ? " \(argument)" : argument
    }
}
