import PhotoIntake
import PhotoModel
import SystemPackage

/// What belongs to single photos by the names beside them, for whoever reads them without an index. The last directory
/// is kept: the next question is mostly about the same one.
struct Company {
    private var directory: FilePath?
    private var families: NameFamilies?

    /// The sidecars of the photo at a path, in the order of their precedence.
    mutating func sidecars(of path: FilePath) -> [FilePath] {
        look(beside: path)
        let names = families?.sidecarNames.sidecars(of: Self.name(of: path)) ?? []
        return names.map { path.removingLastComponent().appending(bytes: $0) }
    }

    /// The photos that may make a group with the one at a path, without itself.
    mutating func photos(with path: FilePath) -> [FilePath] {
        look(beside: path)
        let own = Self.name(of: path)
        let names = families?.photos(with: own).filter { $0 != own } ?? []
        return names.map { path.removingLastComponent().appending(bytes: $0) }
    }

    private mutating func look(beside path: FilePath) {
        let parent = path.removingLastComponent()
        if directory == parent { return }
        directory = parent
        families = DirectoryNames(of: parent).map { NameFamilies(photos: $0.photos, sidecars: $0.sidecars) }
    }

    /// The bytes of a path's last name.
    static func name(of path: FilePath) -> [UInt8] {
        let bytes = path.bytes
        let slash = bytes.lastIndex(of: UInt8(ascii: "/"))
        return Array(bytes[(slash.map { $0 + 1 } ?? 0)...])
    }
}
