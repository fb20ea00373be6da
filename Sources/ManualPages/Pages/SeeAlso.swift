/// The SEE ALSO section of a command: the program, the commands of its group and the pages of the formats; that of the
/// program: all pages that are no command's.
enum SeeAlso {
    private static let formats = [("index", 5), ("json", 5)]
    private static let others =
        [("config", 5), ("fences", 5)] + formats + [("destinations", 7), ("fleet", 7), ("google", 7)]

    /// The section's lines: the commands in order of name, then the others by section.
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
            + (command.words.count > 1 ? formats : others).map {
                CrossReference(name: "\(root.pageName)-\($0.0)", section: $0.1)
            }
        return [".Sh SEE ALSO"] + references.dropLast().map { $0.line(",") } + references.suffix(1).map { $0.line() }
    }
}
