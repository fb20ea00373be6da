import ArgumentParser
import PhotoModel

/// `workphotos`: names the commands and does nothing else.
struct RootCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "workphotos",
        abstract: "Find the work photos in a photo library by where and when they were taken.",
        discussion: """
            Work is what you fence: mark a place once, scan, and every photo taken there is known as work. Uploading \
            sends copies of work photos elsewhere, and purging moves those with a verified copy into the trash; nothing \
            else changes the library.

            Examples:
              workphotos fence add Office --at 52.5200,13.4050 --radius 150m
              workphotos scan ~/Pictures
              workphotos list --work --since 2026-05-01
            """,
        version: programVersion,
        subcommands: [
            ScanCommand.self,
            ListCommand.self,
            WhyCommand.self,
            MarkCommand.self,
            HoldCommand.self,
            UnholdCommand.self,
            UploadCommand.self,
            PurgeCommand.self,
            StagedCommand.self,
            ApplyCommand.self,
            UnstageCommand.self,
            RunCommand.self,
            RunsCommand.self,
            UndoCommand.self,
            VerifyCommand.self,
            ReceiptsCommand.self,
            DestinationCommand.self,
            FenceCommand.self,
            InspectCommand.self,
            StatusCommand.self,
            RootsCommand.self,
            IndexCommand.self,
            ConfigCommand.self,
        ])

    /// The name of the command that a word was probably meant for; nil where the word is one, or like none.
    static func nearestCommand(to word: String) -> String? {
        let names = configuration.subcommands.compactMap { $0.configuration.commandName } + ["help"]
        return names.contains(word) ? nil : nearestWord(to: word, among: names)
    }
}

/// The program's version, by semver.org.
let programVersion = "0.1.0"
