import ArgumentParser

/// `workphotos receipts`: groups the commands for receipts.
struct ReceiptsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "receipts",
        abstract: "Export the receipts of uploaded copies.",
        subcommands: [ReceiptsExportCommand.self])
}
