import ArgumentParser

/// `workphotos`: groups all commands and does nothing else.
struct RootCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "workphotos",
        abstract: "Find the work photos in a photo library by where and when they were taken.",
        discussion: """
            You mark the places where you work as fences. A scan then judges every photo by where and when it was \
            taken: work, personal or unsure. Uploading sends copies of work photos to a destination. Purging moves \
            work photos whose copies are verified to the trash. Nothing else changes the library.

            Examples:
              workphotos setup
              workphotos fence add Office --at 52.5200,13.4050 --radius 150m
              workphotos scan ~/Pictures
              workphotos list --work --since 2026-05-01
            """,
        version: versionText(),
        subcommands: [
            SetupCommand.self,
            ScanCommand.self,
            ListCommand.self,
            ReportCommand.self,
            ReviewCommand.self,
            WhyCommand.self,
            MarkCommand.self,
            HoldCommand.self,
            UnholdCommand.self,
            UploadCommand.self,
            RetractCommand.self,
            PurgeCommand.self,
            StagedCommand.self,
            ApplyCommand.self,
            UnstageCommand.self,
            RunCommand.self,
            RunsCommand.self,
            UndoCommand.self,
            VerifyCommand.self,
            ShareCommand.self,
            ExportCommand.self,
            ReceiptsCommand.self,
            DestinationCommand.self,
            AuthCommand.self,
            FenceCommand.self,
            InspectCommand.self,
            StatusCommand.self,
            ProblemsCommand.self,
            DoctorCommand.self,
            RootsCommand.self,
            IndexCommand.self,
            ConfigCommand.self,
        ])
}
