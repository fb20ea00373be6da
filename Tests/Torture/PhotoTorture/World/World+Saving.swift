internal import Foundation
internal import SystemPackage
internal import WorkphotosTestSupport

extension World {
    /// Keeps home and destination as they are now, for ``restore()``.
    func save() throws {
        for name in ["home", "backup"] {
            try tree.remove(FilePath("saved/" + name))
            try FileManager.default.copyItem(atPath: path(FilePath(name)).string, toPath: saved(name))
        }
    }

    /// Makes home and destination what they were at ``save()``. The directories themselves stay, with what is mounted.
    func restore() throws {
        for name in ["home", "backup", "elsewhere"] {
            let directory = path(FilePath(name)).string
            for entry in try FileManager.default.contentsOfDirectory(atPath: directory) {
                try tree.remove(FilePath("\(name)/\(entry)"))
            }
            guard name != "elsewhere" else { continue }
            for entry in try FileManager.default.contentsOfDirectory(atPath: saved(name)) {
                try FileManager.default.copyItem(atPath: "\(saved(name))/\(entry)", toPath: "\(directory)/\(entry)")
            }
        }
        foreign = [:]
    }

    /// Whether the library is what it was when it was made, down to what a scan knows files by.
    var isUnspoilt: Bool { FileState.tree(path("photos")) == library && !isEdited }

    /// Puts a copy of everything into a directory, to be looked at.
    func keep(in directory: FilePath) throws {
        try? FileManager.default.removeItem(atPath: directory.string)
        try FileManager.default.copyItem(atPath: tree.path.string, toPath: directory.string)
    }

    private func saved(_ name: String) -> String { path("saved").appending(name).string }
}
