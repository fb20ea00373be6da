import ArgumentParser

/// `workphotos root`: groups the commands for roots, the directories that were scanned.
struct RootsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "root",
        abstract: "List, rename and forget roots, the directories that were scanned.",
        subcommands: [RootListCommand.self, RootRenameCommand.self, RootForgetCommand.self])
}
