import ArgumentParser
import PhotoFrontEnd

/// `workphotos destination`: groups the commands for upload destinations.
struct DestinationCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "destination",
        abstract: "Add, list, remove and check upload destinations.",
        discussion: """
            A destination is a folder on another disk or a mounted share (folder:PATH), a remote of the installed \
            rclone (rclone:REMOTE:PATH), or a folder of Google Drive (drive:FOLDER). It is recognized by its marker, \
            the file .workphotos-destination at its top, which holds a random id. Nothing is ever sent to a place that \
            has lost its marker, such as the empty mount point of a share that is not mounted.

            Destinations are stored in the index, or in [destinations.NAME] of the configuration.

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
