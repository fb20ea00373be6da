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
