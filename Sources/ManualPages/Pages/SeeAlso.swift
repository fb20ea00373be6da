/// The SEE ALSO section of a command: the program, the commands of its group and the pages of the formats.
enum SeeAlso {
    /// The section's lines: the commands in order of name, then the formats.
    static func mdoc(_ command: CommandDescription, root: CommandDescription) -> [String] {
        var pages: Set<String> = []
        if command.words.count > 1 {
            let group = root.tree.first { $0.words == Array(command.words.dropLast()) }
            pages.insert(root.pageName)
            if let group, group.words.count > 1 {
                pages.insert(group.pageName)
                pages.formUnion(group.shownSubcommands.map(\.pageName))
            }
            pages.remove(command.pageName)
        }
        let references =
            pages.sorted().map { CrossReference(name: $0) }
            + ["index", "json"].map { CrossReference(name: "\(root.pageName)-\($0)", section: 5) }
        return [".Sh SEE ALSO"] + references.dropLast().map { $0.line(",") } + references.suffix(1).map { $0.line() }
    }
}
