import ArgumentParser
import SampleLibrary
import SystemPackage

@main
struct SampleCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "workphotos-sample",
        abstract: "Write a photo library with known places and dates.",
        discussion: """
            The demonstration, the tests and the benchmark of workphotos use it. The photos are JPEG files with the \
            EXIF of phones and cameras, in directories by date: two offices, a client's site, home, a holiday across a \
            time zone, photos without or with an impossible position, at the edge of a fence, outside working hours. \
            The same number and seed give the same bytes. With --mixed most are HEIC and MOV files: whole, but for \
            the picture, which no program can show.

            Beside the photos stand truth.ndjson, with what each photo says and the verdict it should get, and \
            fences.geojson, with the fences of that verdict.

            EXAMPLES:
              workphotos-sample sample
              workphotos-sample sample --photos 10000 --seed 7
              workphotos-sample sample --mixed
              workphotos-sample /dev/shm/million --photos 1000000 --small

              workphotos scan sample --index new.sqlite --fences sample/fences.geojson
              workphotos list --index new.sqlite --fences sample/fences.geojson

            EXIT STATUS:
              0 written, 1 not written or in part, 64 wrong usage.
            """)

    @Argument(help: "A new or empty directory.")
    var directory: String

    @Option(name: .customLong("photos"), help: "How many photos, 1 to 10,000,000.")
    var count = 1_000

    @Option(help: "What the photos are drawn from, 0 or more.")
    var seed: UInt64 = 1

    @Flag(help: "Tiny pictures, about 4 KiB a photo instead of 100 KB, so that a million fit on a tmpfs.")
    var small = false

    @Flag(help: "Half of the photos as HEIC and a tenth as MOV files, the rest as JPEG.")
    var mixed = false

    @Flag(help: "Every second photo as an editor leaves it: from a camera that knows no place, with an XMP packet.")
    var edited = false

    func validate() throws {
        guard (1...10_000_000).contains(count) else {
            throw ValidationError("--photos takes a number from 1 to 10000000, not \(count).")
        }
        guard !directory.isEmpty else {
            throw ValidationError("The directory's name is empty. Name a new or empty directory.")
        }
    }

    func run() throws {
        let path = FilePath(directory)
        let library = SampleLibrary(
            photos: count, seed: seed, detail: small ? .small : .full, formats: mixed ? .mixed : .jpeg,
            hasEdited: edited)
        let progress = ProgressLine(total: count)
        defer { progress.clear() }
        var written = 0
        try library.write(to: path) { _ in
            written += 1
            if written.isMultiple(of: 50) { progress.show(written) }
        }
        progress.clear()
        print(Self.summary(photos: count, in: directory))
    }

    /// What was written, and the next commands.
    private static func summary(photos: Int, in directory: String) -> String {
        let fences = directory + "/" + SampleLibrary.fencesName
        let own = "--index new.sqlite --fences \(quoted(fences))"
        return """
            \(photos) photos in \(directory)
            truth: \(directory)/\(SampleLibrary.truthName)
            fences: \(fences)

            To scan them into an index of their own and list the work photos:
              workphotos scan \(quoted(directory)) \(own)
              workphotos list --work \(own)
            """
    }

    /// A word quoted for a shell.
    private static func quoted(_ word: String) -> String {
        "'" + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }
}
