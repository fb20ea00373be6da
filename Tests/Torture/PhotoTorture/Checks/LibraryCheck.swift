internal import SystemPackage
internal import WorkphotosTestSupport

/// Checks that the library is unchanged: every file with its bytes, permissions and mtime, and no others.
enum LibraryCheck {
    static func violations(_ world: World) -> [String] {
        let now = FileState.tree(world.path("photos"))
        let touched = world.library.sorted { $0.key < $1.key }.compactMap { path, state -> String? in
            guard let found = now[path] else { return "the library's \(path) is gone" }
            return found.looksLike(state) ? nil : "the library's \(path) was changed"
        }
        let added = now.keys.filter { world.library[$0] == nil }.sorted()
        return touched + added.map { "the library has a new file: \($0)" }
    }
}
