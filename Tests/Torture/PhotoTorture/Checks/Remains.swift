internal import Foundation
internal import Glibc
internal import SystemPackage
internal import WorkphotosTestSupport

/// Where a library's files are after a removal: under their own names, parked next to them, or in the trash.
struct Remains {
    /// A trashed file or a trash description.
    struct Trashed {
        /// The file; nil if only its description exists.
        var file: FileState?
        /// The absolute path in the description; nil if there is no readable description.
        var path: String?
        var isDescribed: Bool
    }

    /// The library's files by path.
    let home: [String: FileState]
    /// Files in the library with the program's own names.
    let parked: [String: FileState]
    /// The contents of the trash of the library's file system, by name.
    let trash: [String: Trashed]
    /// Files in another trash than the right one.
    let misplaced: [String]

    /// A file in the trash by its name. A settling run may have given a file that was set aside its own name again.
    func trashed(_ name: String) -> FileState? {
        let own = name.hasPrefix("emptying-") ? String(name.dropFirst("emptying-".count)) : name
        return trash[name]?.file ?? trash[own]?.file
    }

    init(of world: World) {
        let library = FileState.tree(world.path("photos")).filter { !$0.key.hasPrefix(".Trash") }
        func isParked(_ path: String) -> Bool { FilePath(path).lastComponent?.string.hasPrefix(".workphotos-") == true }
        parked = library.filter { isParked($0.key) }
        home = library.filter { !isParked($0.key) }
        let own = "photos/.Trash-\(geteuid())"
        let (right, wrong) = world.setting.hasOwnDisk ? (own, Self.homeTrash) : (Self.homeTrash, own)
        let top = world.setting.hasOwnDisk ? world.path("photos") : "/"
        trash = Self.trash(world.path(FilePath(right)), top: top)
        misplaced = FileState.tree(world.path(FilePath(wrong))).keys.sorted()
    }

    /// The user's trash, relative to the world.
    static let homeTrash = "home/.local/share/Trash"

    /// The trash of the library, relative to the world.
    static func trash(of world: World) -> String {
        world.setting.hasOwnDisk ? "photos/.Trash-\(geteuid())" : homeTrash
    }

    private static func trash(_ directory: FilePath, top: FilePath) -> [String: Trashed] {
        var trash: [String: Trashed] = [:]
        for (name, state) in FileState.tree(directory.appending("files")) {
            trash[name] = Trashed(file: state, path: nil, isDescribed: false)
        }
        for name in FileState.tree(directory.appending("info")).keys {
            let file = name.hasSuffix(".trashinfo") ? String(name.dropLast(".trashinfo".count)) : name
            let path = described(directory.appending("info").appending(name).text, top: top)
            trash[file, default: Trashed(isDescribed: true)].isDescribed = true
            trash[file]?.path = path
        }
        return trash
    }

    /// The path in a trash description, by the specification.
    private static func described(_ text: String, top: FilePath) -> String? {
        let lines = text.split(separator: "\n")
        guard lines.first == "[Trash Info]", lines.contains(where: { $0.hasPrefix("DeletionDate=2") }),
            let encoded = lines.first(where: { $0.hasPrefix("Path=") })?.dropFirst(5),
            let path = String(encoded).removingPercentEncoding
        else { return nil }
        return path.hasPrefix("/") ? path : top.appending(path).string
    }
}
