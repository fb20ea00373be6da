import Foundation
import SystemPackage
import Testing
import WorkphotosTestSupport

/// Clean copies of the built program, judged by another program.
@Suite(.enabled(if: Exiftool.isThere, "there is no exiftool here"))
struct ExportTests {
    private static let top = FilePath(#filePath).removingLastComponent().appending("../..").lexicallyNormalized()
    private static let formats = top.appending("TestData/formats")
    // These photos belong to others and are not in the repository.
    private static let photos = top.appending("../shared/photos").lexicallyNormalized()
    /// A directory with photos.
    struct Place: CustomTestStringConvertible {
        let directory: FilePath
        /// How many can be cleaned at least.
        let least: Int

        var testDescription: String { directory.lastComponent?.string ?? "" }
    }

    private static let places = [Place(directory: formats, least: 8), Place(directory: photos, least: 100)]
        .filter { FileManager.default.fileExists(atPath: $0.directory.string) }

    private let home: Home

    init() throws { home = try Home() }

    /// The clean copies of all photos in a directory, with their files.
    private func copies(of place: FilePath, _ depth: String) throws -> [(source: String, target: String)] {
        try home.program.run("scan", place.string)
        let out = home.tree.path("out").string
        let outcome = try home.program.run("export", out, "--work", "--personal", "--unsure", depth, "--json")
        #expect([0, 3].contains(outcome.exit), "\(outcome.notes)")
        return outcome.lines.compactMap { line in
            guard let source = line["path"] as? String, let target = line["target"] as? String else { return nil }
            return (source, target)
        }
    }

    @Test(arguments: places, ["--strip-location", "--strip-all"])
    func `No tag of a clean copy says a place, a device or a person`(
        place: Place, depth: String
    ) throws {
        let copies = try copies(of: place.directory, depth)
        #expect(copies.count >= place.least)
        let sources = try Exiftool.answers(for: copies.map(\.source), in: home)
        let answers = try Exiftool.answers(for: copies.map(\.target), in: home)
        #expect(answers.count == Set(copies.map(\.target)).count)
        for (source, target) in copies {
            let tags = try #require(answers[target], "\(target)")
            for (name, value) in tags where Exiftool.isTelling(name) && !value.isEmpty && value != "0" {
                Issue.record("\(source): \(name) is \(value)")
            }
            let bytes = try Data(contentsOf: URL(filePath: target))
            for (name, value) in sources[source] ?? [:] where Exiftool.isSerial(name) && value.utf8.count >= 8 {
                #expect(bytes.range(of: Data(value.utf8)) == nil, "\(source): \(name)")
            }
        }
    }

    @Test(.enabled(if: Magick.path != nil, "there is no ImageMagick here"))
    func `Clean copies show the same pictures`() throws {
        var compared = 0
        for (source, target) in try copies(of: Self.formats, "--strip-all") {
            guard let picture = try Magick.signature(of: source, in: home) else { continue }
            #expect(try Magick.signature(of: target, in: home) == picture, "\(source)")
            compared += 1
        }
        #expect(compared > 3)
    }
}

/// The program exiftool, if it is installed.
private enum Exiftool {
    private static let path = ["/usr/bin/exiftool", "/usr/local/bin/exiftool", "/opt/homebrew/bin/exiftool"]
        .first { FileManager.default.isExecutableFile(atPath: $0) }

    static var isThere: Bool { path != nil }

    /// All tags of files, by path; `Group:Tag`.
    static func answers(for files: [String], in home: Home) throws -> [String: [String: String]] {
        let list = files.joined(separator: "\n")
        try home.tree.write("files.txt", Array(list.utf8))
        let outcome = try Program(path: try #require(path), home: home.tree.path.string).run(
            "-q", "-j", "-ee3", "-a", "-u", "-G1:4", "-@", home.tree.path("files.txt").string)
        let answers = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [[String: Any]] ?? []
        return Dictionary(
            answers.compactMap { tags in
                (tags["SourceFile"] as? String).map { ($0, tags.mapValues { "\($0)" }) }
            }, uniquingKeysWith: { first, _ in first })
    }

    /// Whether a tag, unless it is of the file's name, the program or a colour profile, is one that says where, by what
    /// or by whom a photo was taken.
    static func isTelling(_ tag: String) -> Bool {
        let groups = ["SourceFile", "System:", "File:", "ExifTool:", "ICC"]
        if groups.contains(where: tag.hasPrefix) { return false }
        return tag.contains(#/GPS|Latitude|Longitude|Location|Serial|Owner|UniqueID/#)
            || tag.contains(#/:(Make|Model|City|State|Country|Sub-location|Artist|Creator|HostComputer|Software)$/#)
    }

    static func isSerial(_ tag: String) -> Bool { tag.contains(#/SerialNumber$|CameraID$|UniqueID$|OwnerName$/#) }
}

/// ImageMagick, if it is installed.
private enum Magick {
    static let path = ["/usr/bin/magick", "/usr/bin/convert"]
        .first { FileManager.default.isExecutableFile(atPath: $0) }

    /// A hash of the pixels; nil where it cannot decode the file.
    static func signature(of file: String, in home: Home) throws -> String? {
        let program = Program(path: try #require(path), home: home.tree.path.string)
        let outcome = try program.run("\(file)[0]", "-format", "%#", "info:")
        return outcome.exit == 0 && !outcome.output.isEmpty ? outcome.output : nil
    }
}
