import ArgumentParser
import PhotoFrontEnd
import PhotoModel
import PhotoPipeline

/// `workphotos receipts export`.
struct ReceiptsExportCommand: WorkphotosCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Print the receipts as JSON lines.",
        discussion: """
            A receipt is what a destination confirmed after a copy was read back: `target` is the file's path below \
            the destination's top (`targetBase64` its bytes where they are not UTF-8), `size` its bytes, `sha256` the \
            hash of what was sent, `checksum` and `checksumKind` what the destination itself said of it, `receivedAt` \
            and `checkedAt` when it was verified first and last, `marker` by what the destination is known again. \
            workphotos-json(5) has them all.

            Only receipts that count are printed; with --all also those whose copy was found missing or changed, which \
            have `failedAt`, and those of destinations that were removed. No destination is asked: `workphotos verify` \
            does that, and other tools can, with the list alone. (sha256sum wants names with a backslash or a line end \
            escaped, and a backslash before their hash.)

            Examples:
              workphotos receipts export > receipts.ndjson
              workphotos receipts export --to nas | jq -r '"\\(.sha256)  \\(.target)"' > sums
              cd /mnt/nas && sha256sum --check --quiet ~/sums
            """)

    @Option(help: ArgumentHelp("Only the receipts of this destination, a name or a spec.", valueName: "dest"))
    var to: String?

    @Flag(help: "Print those that count for nothing, too.")
    var all = false

    @OptionGroup
    var global: GlobalOptions

    var activity: String { "Reading receipts" }

    func run(in session: Session) async throws -> ExitStatus {
        let library = try session.unjudgedLibrary()
        var count = 0
        try library.receipts(
            of: to, all: all, configured: try session.configuredDestinations(),
            kinds: session.environment.destinationKinds, path: session.places.expanded
        ) { receipt in
            count += 1
            try session.reporter.print(JSONLine(receipt: receipt))
            return session.environment.interruption.signal == nil
        }
        if session.reporter.isJSON {
            var summary = JSONLine(type: "summary")
            summary.set("command", "receipts export")
            summary.set("receipts", count)
            try session.reporter.print(summary)
        }
        return session.environment.interruption.signal.map(ExitStatus.init) ?? .success
    }
}
