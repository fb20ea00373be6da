import ArgumentParser
import PhotoModel
import PhotoPipeline

struct DestinationAddCommand: WorkphotosCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Add an upload destination.",
        discussion: """
            Writes a marker, the file .workphotos-destination, at the top of the destination and recognizes the \
            destination by it. An existing marker is kept, so a second computer can add a destination that the first \
            one made. A destination inside a scanned directory, or around one, is refused, whichever path leads there.

            Examples:
              workphotos destination add nas folder:/mnt/nas/work
              workphotos destination add usb /media/usb/photos --create
              workphotos destination add nas folder:/mnt/nas/work -n
            """)

    @Argument(help: ArgumentHelp("Name of the destination, without ':'.", valueName: "name"))
    var name: String

    @Argument(
        help: ArgumentHelp(
            "Where it is: folder:PATH or a path that begins with /, ./ or ~/; rclone:REMOTE:PATH; drive:FOLDER.",
            valueName: "spec"))
    var spec: String

    @Flag(help: "Create the folder if it does not exist.")
    var create = false

    @Flag(name: [.customShort("n"), .long], help: "Check only; write nothing.")
    var dryRun = false

    @OptionGroup
    var global: GlobalOptions

    func validate() throws {
        do {
            _ = try destinationName(name)
        } catch let error as ValidationError where !name.isEmpty {
            throw ValidationError("\(error.message) The name comes first, then the spec.")
        }
    }

    func run(in session: Session) async throws -> ExitStatus {
        let spec: DestinationSpec
        do {
            spec = try session.environment.destinationKinds.spec(reading: self.spec, path: session.places.expanded)
        } catch {
            guard error.path == nil else { throw error }
            let folder = self.spec.contains(":") ? "folder:PATH" : "folder:\(self.spec)"
            let remedy = Remedy.addDestination(name: name, place: Array(folder.utf8), makingDirectory: create)
            throw Failure(.usage, what: "usage", message: terminalSafe(error.message), next: remedy.command)
        }
        let edit = try session.destinationEdit(onlyReads: dryRun)
        let addition = try await edit.add(name, spec, creating: create, isDryRun: dryRun)
        try print(addition, to: session.reporter)
        return .success
    }

    private func print(_ addition: DestinationEdit.Addition, to reporter: Reporter) throws {
        if reporter.isJSON {
            var summary = JSONLine(type: "summary")
            summary.set("command", "destination add")
            summary.set("name", addition.named.name)
            summary.set("spec", addition.named.spec.shown)
            summary.set("marker", addition.marker?.text)
            summary.set("how", addition.how.rawValue)
            summary.set("dryRun", dryRun)
            return try reporter.print(summary)
        }
        if reporter.isQuiet { return }
        let how =
            switch addition.how {
            case .made: ""
            case .adopted: ", which already was a destination"
            case .known: ", which is already known"
            }
        let place = "\(terminalSafe(addition.named.name)) (\(terminalSafe(addition.named.spec.shown)))"
        try reporter.print("\(dryRun ? "would be added" : "added"): \(place)\(how)")
        if let old = addition.movedFrom {
            reporter.note(
                ActionNote.destinationMoved(
                    destination: addition.named.name, from: old, to: addition.named.spec.shown
                ).words)
        }
        if let fate = addition.fate { reporter.note(fate.words) }
    }
}

extension CopyFate {
    /// With what a new destination's copies are lost, in words.
    var words: String {
        switch self {
        case .memory: "It is in memory (tmpfs): the next reboot deletes what is sent there"
        case .library(let root):
            "It is on the same file system as \(terminalSafe(root.bytes)): if that disk fails, the photos and their "
                + "copies are lost together"
        }
    }
}
