internal import Foundation
internal import Glibc
internal import SystemPackage
internal import WorkphotosTestSupport

/// Where the files of a library are once a run took some out of it: under their own names, parked beside them, in the
/// trash.
struct Remains {
    /// A trashed file, or what is said of one.
    struct Trashed {
        /// The file; nil where nothing but its description is there.
        var file: FileState?
        /// The path that its description gives, absolute; nil where there is none, or it cannot be read.
        var path: String?
        /// Whether anything describes it.
        var isDescribed: Bool
    }

    /// The library's files, by their paths from its top.
    let home: [String: FileState]
    /// Files with the program's own names in the library.
    let parked: [String: FileState]
    /// What lies in the trash of the library's file system, by its name there.
    let trash: [String: Trashed]
    /// What lies in a trash that is not the one.
    let misplaced: [String]

    /// A file of the trash by its name there; a settling run gives one that was set aside its own name again.
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

    /// The user's trash, by the path from a world's top.
    static let homeTrash = "home/.local/share/Trash"

    /// The trash that a world's library has, by the path from the world's top.
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

    /// The path that a description gives, by the specification.
    private static func described(_ text: String, top: FilePath) -> String? {
        let lines = text.split(separator: "\n")
        guard lines.first == "[Trash Info]", lines.contains(where: { $0.hasPrefix("DeletionDate=2") }),
            let encoded = lines.first(where: { $0.hasPrefix("Path=") })?.dropFirst(5),
            let path = String(encoded).removingPercentEncoding
        else { return nil }
        return path.hasPrefix("/") ? path : top.appending(path).string
    }
}
