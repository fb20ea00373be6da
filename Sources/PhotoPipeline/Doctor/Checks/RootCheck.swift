import PhotoFiles
import PhotoIndex
import PhotoModel
import SystemPackage

/// Checks that each directory of the library exists, is on its file system, and can be read.
struct RootCheck: DoctorCheck {
    /// The most directories immediately below a root that are examined.
    private static let most = 2_000

    func lines(_ context: CheckContext) -> [CheckLine] {
        if context.hasUnreadableIndex { return [CheckLine(.root, .whole, .skipped, .onlyInIndex)] }
        let known = (try? context.readable?.roots()) ?? []
        let named = context.settings.roots.filter { path in
            let real = (try? resolveRoot(path)) ?? path.lexicallyNormalized()
            return !known.contains { real.starts(with: $0.path) }
        }
        if known.isEmpty, named.isEmpty { return [CheckLine(.root, .whole, .problem, .noRoots, remedy: .scanFirst)] }
        // If one root is missing and one directory was never scanned, the root has probably moved there.
        let new = named.count == 1 ? named.first.flatMap { try? resolveRoot($0) } : nil
        return known.flatMap { lines($0, movedTo: new, context) } + named.map(line)
    }

    /// The lines for a root that the index knows.
    private func lines(_ root: Root, movedTo new: FilePath?, _ context: CheckContext) -> [CheckLine] {
        func line(_ finding: CheckFinding, _ state: CheckLine.State = .problem, _ remedy: Remedy? = nil) -> CheckLine {
            CheckLine(.root, .path(root.path), state, finding, remedy: remedy)
        }
        do throws(RootProblem) {
            _ = try resolveRoot(root.path)
        } catch {
            guard case .missing = error else {
                return [line(.rootUnreadable(error.finding.detail), .problem, look(root))]
            }
            return [line(.rootMissing(new: new), .problem, .renameRoot(root.path, to: new))]
        }
        let photos = (try? context.readable?.counts(inRoot: root.id).photos) ?? 0
        guard let identity = try? FileSystemIdentity(ofDirectory: root.path), let names = try? names(in: root.path)
        else { return [line(.rootUnreadable(Errno.permissionDenied.description), .problem, look(root))] }
        if names.isEmpty, photos > 0 {
            return [line(.rootEmpty(photos: photos), .problem, .command("df \(shellQuoted(root.path.bytes))"))]
        }
        if identity.name != root.fileSystem.name {
            return [line(.rootElsewhere, .problem, .command("df \(shellQuoted(root.path.bytes))"))]
        }
        let unreadable = unreadableDirectories(names, in: root.path)
        let there = line(.rootThere(photos: photos), .ok)
        guard let first = unreadable.first else { return [there] }
        return [
            there,
            line(
                .directoriesUnreadable(first: first, count: unreadable.count), .warning,
                .command("ls -ld \(shellQuoted(first.bytes))")),
        ]
    }

    /// The line for a directory of the configuration that was never scanned.
    private func line(_ path: FilePath) -> CheckLine {
        do throws(RootProblem) {
            return CheckLine(
                .root, .path(try resolveRoot(path)), .warning, .rootThere(photos: nil), remedy: .scan([path]))
        } catch {
            let finding: CheckFinding =
                if case .missing = error { .rootMissing(new: nil) } else { .rootUnreadable(error.finding.detail) }
            return CheckLine(
                .root, .path(path), .problem, finding, remedy: .command("ls -ld \(shellQuoted(path.bytes))"))
        }
    }

    private func look(_ root: Root) -> Remedy { .command("ls -ld \(shellQuoted(root.path.bytes))") }

    /// The directories immediately below that this user cannot read. Hidden ones are not scanned.
    private func unreadableDirectories(_ names: [[UInt8]], in root: FilePath) -> [FilePath] {
        names.filter { $0.first != UInt8(ascii: ".") }.prefix(Self.most).map { root.appending(bytes: $0) }
            .filter { path in
                guard let status = try? FileStatus(at: path), status.isDirectory else { return false }
                return isUnreadableDirectory(path)
            }.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
    }
}
