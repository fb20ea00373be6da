import ArgumentParser
import PhotoFrontEnd
import PhotoModel
import PhotoPipeline

struct ReceiptsExportCommand: WorkphotosCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Print the receipts, as JSON lines or as a list for sha256sum.",
        discussion: """
            A receipt is what a destination confirmed after a copy was read back: `target` is the path of the file \
            below the top of the destination (`targetBase64` its bytes if they are not UTF-8), `size` its size in \
            bytes, `sha256` the hash of what was sent, `checksum` and `checksumKind` what the destination itself \
            reported, `receivedAt` and `checkedAt` when it was verified first and last, `marker` how the destination \
            is recognized. workphotos-json(5) describes all members.

            Only receipts that count are printed. --all also prints receipts whose copy was found missing or changed, \
            which have `failedAt`, and those of destinations that were removed. No destination is contacted: \
            `workphotos verify` does that, and other tools can, with the list alone: --format sha256sum prints what \
            sha256sum --check reads in the top directory of the destination.

            Examples:
              workphotos receipts export > receipts.ndjson
              workphotos receipts export --to nas --format sha256sum > sums
              cd /mnt/nas && sha256sum --check --quiet ~/sums
            """)

    @Option(
        help: ArgumentHelp("Only the receipts of this destination, a name or a spec.", valueName: "dest"),
        completion: Completions.destinations)
    var to: String?

    @Flag(help: "Also print receipts that do not count.")
    var all = false

    @Option(help: ArgumentHelp("Output format.", valueName: "format"))
    var format = ReceiptFormat.json

    @OptionGroup
    var global: GlobalOptions

    func validate() throws {
        if global.json, format != .json {
            throw ValidationError("--json and --format \(format.rawValue) cannot be combined.")
        }
    }

    var activity: String { "Reading receipts" }

    func run(in session: Session) async throws -> ExitStatus {
        let library = try session.unjudgedLibrary()
        var count = 0
        try library.receipts(
            of: to, all: all, configured: try session.configuredDestinations(),
            kinds: session.environment.destinationKinds, path: session.places.expanded
        ) { receipt in
            count += 1
            switch format {
            case .json: try session.reporter.print(JSONLine(receipt: receipt))
            case .sha256sum: try session.reporter.print(bytes: ReceiptFormat.sum(receipt.receipt))
            }
            return session.environment.interruption.signal == nil
        }
        if session.reporter.isJSON {
            var summary = JSONLine(type: "summary")
            summary.set("command", "receipts export")
            summary.set("receipts", count)
            try session.reporter.print(summary)
        }
        return session.environment.interruption.signal.map { ExitStatus($0) } ?? .success
    }
}

enum ReceiptFormat: String, CaseIterable, ExpressibleByArgument {
    case json, sha256sum

    /// A receipt as a line of sha256sum(1): in a name, backslashes and line ends are escaped, and the line then begins
    /// with a backslash.
    static func sum(_ receipt: Receipt) -> [UInt8] {
        let escapes: [UInt8: String] = [0x5C: "\\\\", 0x0A: "\\n", 0x0D: "\\r"]
        let name = receipt.target.path.bytes
        let isEscaped = name.contains { escapes[$0] != nil }
        let written = name.flatMap { byte in escapes[byte].map { Array($0.utf8) } ?? [byte] }
        return Array("\(isEscaped ? "\\" : "")\(hexText(receipt.sha256))  ".utf8) + written + [0x0A]
    }
}
