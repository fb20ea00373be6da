import PhotoFiles
import PhotoIndex
import PhotoModel
import SystemPackage

/// Checks that each directory of the library exists, is on its file system, can be read, and that a purge can remove
/// files from it.
struct RootCheck: DoctorCheck {
    /// The most directories immediately below a root that are examined.
    private static let most = 2_000

    func lines(_ context: CheckContext) -> [CheckLine] {
        if context.hasUnreadableIndex { return [CheckLine(.root, .whole, .skipped, CheckLine.onlyInIndex)] }
        let known = (try? context.readable?.roots()) ?? []
        let named = context.settings.roots.filter { path in
            let real = (try? resolveRoot(path)) ?? path.lexicallyNormalized()
            return !known.contains { real.starts(with: $0.path) }
        }
        if known.isEmpty, named.isEmpty {
            let finding = "no directory was scanned yet, and [scan] roots names none"
            return [CheckLine(.root, .whole, .problem, finding, remedy: .scanFirst)]
        }
        // If one root is missing and one directory was never scanned, the root has probably moved there.
        let new = named.count == 1 ? named.first.flatMap { try? resolveRoot($0) } : nil
        return known.flatMap { lines($0, movedTo: new, context) } + named.map(line)
    }

    /// The lines for a root that the index knows.
    private func lines(_ root: Root, movedTo new: FilePath?, _ context: CheckContext) -> [CheckLine] {
        func line(_ finding: String, _ state: CheckLine.State = .problem, _ remedy: Remedy? = nil) -> CheckLine {
            CheckLine(.root, .path(root.path), state, finding, remedy: remedy)
        }
        do throws(RootProblem) {
            _ = try resolveRoot(root.path)
        } catch {
            guard case .missing = error else {
                return [line(Self.unreadable(error.finding.detail), .problem, look(root))]
            }
            return [line(Self.missing(movedTo: new), .problem, .renameRoot(root.path, to: new))]
        }
        let photos = (try? context.readable?.counts(inRoot: root.id).photos) ?? 0
        guard let identity = try? FileSystemIdentity(ofDirectory: root.path), let names = try? names(in: root.path)
        else { return [line(Self.unreadable(Errno.permissionDenied.description), .problem, look(root))] }
        if names.isEmpty, photos > 0 {
            let finding = "is empty, but the index knows \(photos.counting("photo")) in it; is it mounted?"
            return [line(finding, .problem, .command("df \(shellQuoted(root.path.bytes))"))]
        }
        if identity.name != root.fileSystem.name {
            let finding = "is on another file system than at the last scan; is it mounted?"
            return [line(finding, .problem, .command("df \(shellQuoted(root.path.bytes))"))]
        }
        let below = directories(names, in: root.path)
        let unreadable = below.filter(isUnreadableDirectory)
        let readOnly = ([root.path] + below).filter { writingError(at: $0) != nil }
        var lines = [line("\(photos.counting("photo")), readable", .ok)]
        if let first = unreadable.first {
            let name = terminalSafe(first.bytes)
            let finding =
                unreadable.count == 1
                ? "\(name) cannot be read by this user"
                : "\(unreadable.count.grouped) directories in it cannot be read by this user, such as \(name)"
            lines.append(line(finding, .warning, Self.look(first)))
        }
        if let first = readOnly.first, let error = writingError(at: first) {
            let name = terminalSafe(first.bytes)
            let which =
                readOnly.count == 1 ? name : "\(readOnly.count.grouped) of its directories, such as \(name)"
            let finding = "nothing can be removed from \(which): \(error.description)"
            lines.append(line(finding, .warning, Self.look(first)))
        }
        return lines
    }

    /// The line for a directory of the configuration that was never scanned.
    private func line(_ path: FilePath) -> CheckLine {
        do throws(RootProblem) {
            return CheckLine(
                .root, .path(try resolveRoot(path)), .warning, "exists, but was never scanned",
                remedy: .scan([path]))
        } catch {
            let finding =
                if case .missing = error { Self.missing(movedTo: nil) } else { Self.unreadable(error.finding.detail) }
            return CheckLine(
                .root, .path(path), .problem, finding, remedy: .command("ls -ld \(shellQuoted(path.bytes))"))
        }
    }

    private static func missing(movedTo new: FilePath?) -> String {
        let place = new.map { " to \(terminalSafe($0.bytes))" } ?? ""
        return "does not exist; is it mounted? If it was moved\(place), rename the root"
    }

    private static func unreadable(_ why: String) -> String { "cannot be read: \(why)" }

    private func look(_ root: Root) -> Remedy { Self.look(root.path) }

    private static func look(_ path: FilePath) -> Remedy { .command("ls -ld \(shellQuoted(path.bytes))") }

    /// The directories immediately below. Hidden ones are not scanned.
    private func directories(_ names: [[UInt8]], in root: FilePath) -> [FilePath] {
        names.filter { $0.first != UInt8(ascii: ".") }.prefix(Self.most).map { root.appending(bytes: $0) }
            .filter { (try? FileStatus(at: $0))?.isDirectory == true }
            .sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
    }
}
