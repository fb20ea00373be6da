import Foundation
import SystemPackage
import WorkphotosTestSupport

/// A home with an office, a scanned library of work photos and one personal photo, and a destination in the directory
/// `shelf`.
///
/// The configuration accepts files of any age, so that no test waits for one to settle.
struct WorkHome {
    let home: Home

    /// - Parameters:
    ///   - photos: how many work photos there are: `work-1.jpg` and so on.
    ///   - configuration: more of it, in TOML.
    /// - Throws: where the files cannot be written or the program cannot be started.
    init(photos: Int, configuration: String = "") throws {
        home = try Home()
        try home.tree.write(
            Home.configuration, Array("[upload]\nsettle = \"0s\"\n\(configuration)".utf8))
        try home.tree.makeDirectory("shelf")
        for number in 1...max(photos, 1) where photos > 0 { try home.add("work-\(number).jpg") }
        try home.add("home.jpg", TestPhoto(at: (52.487, 13.425), taken: "2026:05:04 20:00:00"))
        try program.run("fence", "add", "Office", "--at", "52.52,13.405", "--radius", "150m")
        try program.run("scan", home.library)
    }

    var program: Program { home.program }

    /// The destination's top.
    var shelf: FilePath { home.tree.path("shelf") }

    /// Makes the shelf the destination.
    func addShelf() throws {
        try program.run("destination", "add", "shelf", "folder:\(shelf.string)")
    }

    /// Where a photo of the office goes.
    static func target(_ name: String) -> FilePath { FilePath("Office/2026/2026-05-04/\(name)") }

    /// The copies on the shelf, by path, without the program's own files.
    func stored() throws -> [String: [UInt8]] {
        try files(below: shelf).filter { $0.key != ".workphotos-destination" && $0.key != "receipts.ndjson" }
    }

    /// Every file below a directory, and its bytes.
    func files(below directory: FilePath) throws -> [String: [UInt8]] {
        var files: [String: [UInt8]] = [:]
        let names = FileManager.default.enumerator(atPath: directory.string)
        while let name = names?.nextObject() as? String {
            guard let data = FileManager.default.contents(atPath: directory.appending(name).string),
                (try? FileManager.default.attributesOfItem(atPath: directory.appending(name).string)[.type])
                    as? FileAttributeType == .typeRegular
            else { continue }
            files[name] = Array(data)
        }
        return files
    }

    /// The bytes of the library's photos, by name.
    func photos() throws -> [String: [UInt8]] { try files(below: home.tree.path("photos")) }
}
