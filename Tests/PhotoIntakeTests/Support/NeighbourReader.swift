import Foundation
import PhotoFiles
import PhotoIntake
import PhotoModel
import SystemPackage

/// Reads photos together with the sidecars beside them, which are recognized by name.
struct NeighbourReader: ~Copyable {
    private var reader = PhotoReader()
    private var sidecars: [FilePath: SidecarNames] = [:]

    /// The content of the file, including that of its sidecars if it is a photo.
    mutating func read(_ path: FilePath) throws -> FileContent {
        let directory = path.removingLastComponent()
        let names = try sidecars[directory] ?? Self.names(in: directory)
        sidecars[directory] = names
        let beside = names.sidecars(of: Array((path.lastComponent?.string ?? "").utf8))
        let paths = beside.map { directory.appending(String(decoding: $0, as: UTF8.self)) }
        return try reader.read(path: path, now: later, sidecars: paths).get().content
    }

    private static func names(in directory: FilePath) throws -> SidecarNames {
        let all = try FileManager.default.contentsOfDirectory(atPath: directory.string).map { Array($0.utf8) }
        return SidecarNames(
            photos: all.filter { !SidecarNames.isSidecar($0.span) },
            sidecars: all.filter { SidecarNames.isSidecar($0.span) })
    }
}
