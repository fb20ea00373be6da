import ArgumentParser

/// `workphotos receipts`: groups the commands for receipts.
struct ReceiptsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "receipts",
        abstract: "Show what destinations have confirmed.",
        subcommands: [ReceiptsExportCommand.self])
}
