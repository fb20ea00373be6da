import ArgumentParser

/// `workphotos fence`: groups the commands for fences.
struct FenceCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fence",
        abstract: "Find, add, change and test fences, the places that are work.",
        discussion: """
            A fence is a place whose photos are work, or are never work. Fences are stored in a GeoJSON file (RFC \
            7946) that any map editor can change.

            Examples:
              workphotos fence suggest
              workphotos fence add Office --at 52.5200,13.4050 --radius 150m
              workphotos fence add Home --kind never --at 52.4870,13.4250 --radius 80m
              workphotos fence test 52.5201,13.4049
            """,
        subcommands: [
            FenceAddCommand.self, FenceEditCommand.self, FenceExportCommand.self, FenceImportCommand.self,
            FenceListCommand.self, FencePreviewCommand.self, FenceRemoveCommand.self, FenceRenameCommand.self,
            FenceSuggestCommand.self, FenceTestCommand.self, FenceUndoCommand.self,
        ])
}
