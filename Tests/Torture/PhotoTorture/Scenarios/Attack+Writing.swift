internal import Dispatch
internal import Foundation
internal import Glibc
internal import Synchronization
internal import SystemPackage
internal import WorkphotosTestSupport

/// Edits on other threads: opening a file with a lease waits for the run, which is stopped.
final class Writers: Sendable {
    struct Edit {
        /// Its path in the library.
        let path: String
        /// Its state right after the edit; nil if it could not be opened.
        let state: FileState?
        /// The rest of its group that existed when the run was stopped.
        let mates: Set<String>
    }

    private let group = DispatchGroup()
    private let edits = Mutex<[Edit]>([])

    /// Inverts a file's first byte, and keeps size and mtime.
    func edit(_ file: FilePath, path: String, mates: Set<String>) {
        DispatchQueue.global().async(group: group) { [self] in
            let state = try? Self.flip(file)
            edits.withLock { $0.append(Edit(path: path, state: state, mates: mates)) }
        }
    }

    /// Waits for all edits and returns them.
    func end() -> [Edit] {
        group.wait()
        return edits.withLock(\.self)
    }

    private static func flip(_ path: FilePath) throws -> FileState? {
        guard let before = FileState(path) else { return nil }
        let file = try FileDescriptor.open(path, .readWrite, options: [.noFollow])
        defer { try? file.close() }
        var bytes = [UInt8](repeating: 0, count: before.size)
        _ = try unsafe bytes.withUnsafeMutableBytes { try unsafe file.read(fromAbsoluteOffset: 0, into: $0) }
        bytes[0] = ~bytes[0]
        _ = try file.writeAll(toAbsoluteOffset: 0, bytes[..<1])
        let (seconds, rest) = before.modified.quotientAndRemainder(dividingBy: 1_000_000_000)
        let time = timespec(tv_sec: Int(seconds), tv_nsec: Int(rest))
        guard unsafe futimens(file.rawValue, [time, time]) == 0 else { throw Errno(rawValue: errno) }
        var after = before
        after.sha256 = FileState.hash(bytes)
        return after
    }
}

extension Attack {
    /// Edits photos in place that have their own names, and all that are parked, and restores their mtimes.
    static let rewritten = Attack(
        name: "rewritten",
        run: { world in
            let found = FileState.tree(world.path("photos"))
            let own = Dictionary(
                world.removable.compactMap { path in world.library[path].map { ($0.inode, path) } },
                uniquingKeysWith: { $1 })
            let present = Set(found.values.compactMap { own[$0.inode] })
            let writers = Writers()
            for (name, state) in found {
                let isParked = FilePath(name).lastComponent?.string.hasPrefix(".workphotos-") == true
                guard let path = own[state.inode], isParked || path.hasSuffix("3.JPG") || path.hasSuffix("7.NEF") else {
                    continue
                }
                let mates = world.mates(of: path).intersection(present)
                writers.edit(world.path("photos").appending(name), path: path, mates: mates)
                world.disturbance.writers = writers
            }
            return world.disturbance.writers != nil
        },
        undo: { world in
            var violations: [String] = []
            let edits = world.disturbance.writers?.end() ?? []
            let found = FileState.tree(world.path("photos"))
            for edit in edits {
                guard let state = edit.state else { continue }
                world.disturbance.displaced.insert(edit.path)
                world.disturbance.staying.formUnion(edit.mates.intersection(world.removable))
                if found[edit.path]?.sha256 == state.sha256 {
                    world.disturbance.intruders[edit.path] = state
                } else if !found.values.contains(where: { $0.sha256 == state.sha256 }) {
                    violations.append("an edit was lost: \(edit.path)")
                }
            }
            return violations
        },
        // Refused: the staged action is for the photos as they were.
        exit: 4)
}
