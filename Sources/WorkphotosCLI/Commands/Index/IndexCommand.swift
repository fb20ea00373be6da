import ArgumentParser

/// `workphotos index`: groups the commands that maintain the index.
struct IndexCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "index",
        abstract: "Check, back up, compact, rebuild, fill and merge the index.",
        subcommands: [
            IndexCheckCommand.self, IndexBackupCommand.self, IndexVacuumCommand.self, IndexRebuildCommand.self,
            IndexMergeCommand.self, IndexImportCommand.self,
        ])
}
