import ArgumentParser
import PhotoFrontEnd

/// `workphotos destination`: groups the commands for the places where uploads go.
struct DestinationCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "destination",
        abstract: "Add, list, remove and check the places where uploads go.",
        discussion: """
            A destination is a folder of another disk or of a mounted share (folder:PATH), a remote of the installed \
            rclone (rclone:REMOTE:PATH), or a folder of Google Drive (drive:FOLDER). The file .workphotos-destination \
            at its top holds a random id, by which it is known again: nothing is ever sent to a place that has lost \
            it, such as the empty directory where a share is mounted at other times.

            Destinations are kept in the index, or in [destinations.NAME] of the configuration.

            Examples:
              workphotos destination add nas folder:/mnt/nas/work
              workphotos destination check nas
              workphotos destination list
            """,
        subcommands: [
            DestinationAddCommand.self, DestinationListCommand.self, DestinationRemoveCommand.self,
            DestinationCheckCommand.self,
        ])
}
