import ArgumentParser
import PhotoModel
import PhotoPipeline
import SystemPackage

struct RootForgetCommand: WorkphotosCommand {
    /// Unused space below this is not worth a note: 16 MiB.
    private static let worthTelling: Int64 = 16 << 20

    static let configuration = CommandConfiguration(
        commandName: "forget",
        abstract: "Remove a root and its photos from the index.",
        discussion: """
            Touches no photo. Marks, receipts and the journal are kept; a scan adds the rest again. Asks, or requires \
            --yes, if the index has photos of it. The index keeps \
            the freed space for later use; workphotos index vacuum gives it back.

            Examples:
              workphotos root forget /mnt/old
            """)

    @Argument(help: ArgumentHelp("Path of the root, as in the index.", valueName: "dir"), completion: .directory)
    var directory: String

    @Flag(name: [.customShort("n"), .long], help: "Check only; write nothing.")
    var dryRun = false

    @OptionGroup
    var confirmation: ConfirmationOption

    @OptionGroup
    var global: GlobalOptions

    var activity: String { "Forgetting" }

    func run(in session: Session) async throws -> ExitStatus {
        if !dryRun, !confirmation.yes { try await ask(in: session) }
        let edit = RootEdit(
            path: try session.places.index(), isDryRun: dryRun, wait: global.wait, environment: session.environment)
        let root = try await edit.forget(session.places.absolute(directory))
        try RootEditReport(command: "root forget", path: root, isDryRun: dryRun).print(to: session.reporter)
        if !dryRun { noteRoom(try session.unjudgedLibrary().size(), session.reporter) }
        return .success
    }

    private func ask(in session: Session) async throws {
        let path = session.places.absolute(directory)
        let known = try session.unjudgedLibrary().roots().first { root in
            [path.lexicallyNormalized(), resolvedDirectory(path)].contains(root.path)
        }
        guard let known, known.photos > 0 else { return }
        let scan = global.keepingPlaces(in: "workphotos scan \(shellQuoted(known.path.bytes))")
        try await confirmation.ask(
            "This forgets \(terminalSafe(known.path.bytes)): \(known.photos.counting("photo"))",
            ["they are judged, sent and removed no more until a scan adds them again: \(scan)"], photos: known.photos,
            in: session)
    }

    /// After a large root is forgotten, notes how to free its space in the index.
    private func noteRoom(_ size: IndexSize, _ reporter: Reporter) {
        guard size.unused >= Self.worthTelling, size.unused >= size.bytes / 4 else { return }
        reporter.note(
            "\(size.unused.byteSize) of the \(size.bytes.byteSize) of the index are unused now. To free them: "
                + global.keepingPlaces(in: "workphotos index vacuum"))
    }
}
