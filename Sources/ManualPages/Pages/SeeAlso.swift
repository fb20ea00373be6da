/// The SEE ALSO section of a command: the program, the commands of its group and the pages of the formats.
enum SeeAlso {
    /// The section's lines; the commands in the order of their names, then the formats.
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
        let references = pages.sorted().map { "\($0) 1" } + ["index", "json"].map { "\(root.pageName)-\($0) 5" }
        return [".Sh SEE ALSO"] + references.map { ".Xr \($0)" + ($0 == references.last ? "" : " ,") }
    }
}
