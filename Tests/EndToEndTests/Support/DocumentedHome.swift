import Foundation
import SampleLibrary
import SystemPackage
import Testing
import WorkphotosTestSupport

/// A home in which all commands of README.md and the manual work: a sample library in `~/Pictures`, the files that are
/// named, and disks at `/mnt` and `/media`, which are directories in the home.
struct DocumentedHome {
    private static let config = "[upload]\nsettle = \"0s\"\n[scan]\nroots = [\"~/Pictures\"]\n"
    /// A feature for every file of places that a document names.
    private static let site = """
        {"type":"FeatureCollection","features":[{"type":"Feature","properties":{"name":"Yard","site_code":"Y1"},
        "geometry":{"type":"Polygon","coordinates":[[[13.37,52.51],[13.38,52.51],[13.38,52.52],[13.37,52.51]]]}}]}
        """

    /// A holiday that recurs every year.
    private static let feasts =
        "BEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:Feast\nDTSTART;VALUE=DATE:20261225\nRRULE:FREQ=YEARLY\nEND:VEVENT\n"
        + "END:VCALENDAR\n"

    /// A place in Google Earth's format. A file's format is recognized by its content, not its name.
    private static let places =
        "<kml><Placemark><name>Yard</name><Point><coordinates>13.37,52.51</coordinates></Point></Placemark></kml>"

    /// A track of one point.
    private static let track =
        "<gpx><trk><trkseg><trkpt lat=\"52.52\" lon=\"13.405\"><time>2026-05-04T09:00:00Z</time></trkpt></trkseg></trk></gpx>"

    private let tree: TemporaryTree
    private let text: String
    private var home: FilePath { tree.path("home") }

    /// - Parameter document: what is going to be typed.
    /// - Throws: where the files cannot be written or the program cannot be started.
    init(for document: Document) throws {
        tree = try TemporaryTree(inMemory: true)
        text = document.commands.joined(separator: "\n")
        try tree.makeDirectory("home/.local/bin")
        try tree.link("home/.local/bin/workphotos", to: FilePath(Program.built))
        try tree.write("home/.config/workphotos/config.toml", Array(Self.config.utf8))
        try SampleLibrary(photos: 24, seed: 5, detail: .small).write(to: tree.path("home/Pictures"))
        // Only one of them, so that all work photos have different names.
        let picture = text.contains("Pictures/2026/") ? "Pictures/2026/IMG_1234.jpg" : "Pictures/IMG_1234.jpg"
        for name in ["IMG_1234.jpg", picture, "mnt/old/a.jpg"] { try add(name) }
        for name in ["Family", "Wedding"] where text.contains("Pictures/\(name)") { try add("Pictures/\(name)/a.jpg") }
        if text.contains("Pictures/2009/") {
            try tree.write("home/Pictures/2009/IMG_0042.JPG", [0xFF, 0xD8, 0xFF, 0xE1, 0xFF, 0xFF, 0x45, 0x78])
        }
        for name in ["site", "sites", "plant"] {
            try tree.write(FilePath("home/\(name).geojson"), Array(Self.site.utf8))
        }
        try tree.write("home/feasts.ics", Array(Self.feasts.utf8))
        for name in ["places.kml", "places.kmz"] {
            try tree.write(FilePath("home/\(name)"), Array(Self.places.utf8))
        }
        for name in ["Downloads", "tracks"] where text.contains("--gpx") {
            try tree.write(FilePath("home/\(name)/trip.gpx"), Array(Self.track.utf8))
        }
        for name in ["mnt/backup", "mnt/new", "mnt/project", "mnt/nas", "media/usb"] {
            try tree.makeDirectory(FilePath("home/\(name)"))
        }
        try prepare()
    }

    // MARK: - Earlier runs

    private func prepare() throws {
        let addsFences = text.contains("fence add Office")
        if !addsFences {
            try tree.write("home/.config/workphotos/fences.geojson", Array(SampleFence.geoJSON.utf8))
            try must("workphotos fence add Office --at 52.52,13.405 --radius 150m")
        }
        // A damaged photo is reported.
        try must(text.contains("Pictures/2009/") ? "workphotos scan || test $? = 3" : "workphotos scan")
        // Another machine's index.
        if text.contains("laptop.sqlite") { try must("workphotos index backup laptop.sqlite") }
        // What other machines have read.
        if text.contains("index import") {
            try must(
                "find ~/Pictures -iname '*.jpg' -print0 | workphotos inspect --judge --json --files-from0 - > facts.ndjson"
                    + " && mkdir verdicts && cp facts.ndjson verdicts")
        }
        // Later commands of the document about its photo need one that still exists.
        if text.contains("workphotos purge  ") { try must("workphotos hold ~/Pictures/IMG_1234.jpg") }
        if text.contains("/mnt/old") { try must("workphotos scan /mnt/old") }
        if text.contains("destination add nas") {
            try tree.makeDirectory("home/mnt/nas/work")
            try tree.makeDirectory("home/mnt/nas/work-photos")
            if addsFences { return }
        }
        if !text.contains("destination add nas") {
            let place = text.contains("folder:/mnt/nas/work") ? "/mnt/nas/work" : "/mnt/nas"
            try must("workphotos destination add nas folder:\(place) --create && workphotos upload")
            if text.contains("receipts.ndjson") { try must("workphotos receipts export > receipts.ndjson") }
        }
    }

    /// Adds a photo of the office to the home, with bytes that no other has.
    private func add(_ name: String) throws {
        var photo = TestPhoto(at: (52.52, 13.405), taken: "2026:05:04 10:00:00")
        photo.tail = Array(name.utf8)
        try tree.write(FilePath("home/\(name)"), photo.bytes)
    }

    /// Adds photos to the library that no other command concerns, and uploads them.
    ///
    /// - Returns: a pattern of their paths, which no other photo matches.
    /// - Throws: as ``init(for:)``.
    private func sent(_ count: Int) throws -> String {
        let stem = UUID().uuidString
        for number in 0..<count { try add("Pictures/\(stem)-\(number).jpg") }
        try must("workphotos scan && workphotos upload")
        return "'*\(stem)*'"
    }

    /// Adds a photo to the library and removes it by a run.
    ///
    /// - Returns: the run's number.
    /// - Throws: as ``init(for:)``.
    private func removed() throws -> String {
        try must("workphotos purge --path \(sent(1)) --yes")
        return try #require(numbers(in: "workphotos runs --limit 1 --json").first)
    }

    /// Adds two photos to the library and stages their removal.
    ///
    /// - Returns: the numbers of the actions.
    /// - Throws: as ``init(for:)``.
    private func staged() throws -> (String, String) {
        try must("workphotos purge --stage --path \(sent(2))")
        let numbers = try numbers(in: "workphotos staged --json").suffix(2)
        return (try #require(numbers.first), try #require(numbers.last))
    }

    // MARK: - Typing

    /// Types a command at a terminal, and y if it asks.
    func type(_ command: String) throws -> Conversation {
        let line = try put(command)
        return try Conversation(with: shell, ["-c", "cd ~ && \(line)"], answer: "y\n")
    }

    /// The command with this home's numbers and paths.
    private func put(_ command: String) throws -> String {
        var line = command.replacing("/mnt/", with: "\(home)/mnt/").replacing("/media/", with: "\(home)/media/")
        if line.contains(#/undo 12 ~/#) {
            try must("workphotos purge --path '*/IMG_1234.jpg' --max-delete 100% --yes")
            let run = try #require(numbers(in: "workphotos runs --limit 1 --json").first)
            return line.replacing(" 12", with: " \(run)")
        }
        if line.contains(#/undo +#/#) { _ = try removed() }
        if line.contains("undo 12") || line.contains("runs 12") || line.contains("--empty-trash 12") {
            line = line.replacing(" 12", with: " \(try removed())")
        } else if line.contains(" 12") {
            let (first, second) = try staged()
            line = line.replacing(" 12", with: " \(first)").replacing(" 13", with: " \(second)")
        } else if line.contains("--accept ~/Pictures/torn.jpg") {
            try tree.write("home/Pictures/torn.jpg", Array("no photo".utf8))
            _ = try shell.run("-c", "workphotos scan")
        } else if let name = line.firstMatch(of: #/--parked .*\/(\.workphotos-.*\.(IMG_.*))/#) {
            let directory = FilePath("home/Pictures/2026")
            try tree.rename(directory.appending(String(name.2)), to: directory.appending(String(name.1)))
        }
        return line
    }

    private func must(_ command: String) throws {
        let line = command.replacing("/mnt/", with: "\(home)/mnt/")
        let outcome = try shell.run("-c", "cd ~ && \(line)")
        #expect(outcome.exit == 0, "\(line): \(outcome.notes)")
    }

    private func numbers(in command: String) throws -> [String] {
        try shell.run("-c", command).lines.compactMap { $0["id"].map { "\($0)" } }
    }

    private var shell: Program {
        var shell = Program(path: "bash", home: home.string)
        shell.variables["PATH"] = "\(home)/.local/bin:\(ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin")"
        return shell
    }
}
