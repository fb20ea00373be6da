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

/// Checks whether a program synchronises a root with another place: what a purge removes disappears there too.
struct SyncCheck: DoctorCheck {
    func lines(_ context: CheckContext) -> [CheckLine] {
        let known = (try? context.readable?.roots().map(\.path)) ?? []
        let roots = known.isEmpty ? context.settings.roots : known
        let signs = SyncSigns(variables: context.environment.variables)
        return roots.filter { (try? resolveRoot($0)) != nil }.map { root in
            guard let (tool, sign) = signs.find(at: root) else {
                return CheckLine(.sync, .path(root), .ok, "there is no sign of a sync program")
            }
            let place = terminalSafe(sign.bytes)
            return CheckLine(
                .sync, .path(root), .warning,
                "\(tool.rawValue) syncs it with another place (\(place)): \(tool.consequence)")
        }
    }
}

/// Checks that files removed from each root can be put into a trash.
struct TrashCheck: DoctorCheck {
    func lines(_ context: CheckContext) -> [CheckLine] {
        let roots = ((try? context.readable?.roots().map(\.path)) ?? []).filter { (try? resolveRoot($0)) != nil }
        if roots.isEmpty { return [] }
        // The name of a possible file there. Nothing is made, and nothing is looked for.
        let files = roots.map { $0.appending("workphotos-doctor.jpg") }
        let answers = context.environment.trashService(.trash).prepare(files, run: 0, firstNumber: 0)
        return zip(roots, answers).map { root, answer in
            switch answer {
            case .success: return CheckLine(.trash, .path(root), .ok, "removed files go to the trash")
            case .failure(let error):
                return CheckLine(
                    .trash, .path(root), .problem, error.detail,
                    remedy: error.remedy ?? .command("ls -ld \(shellQuoted(root.bytes))"))
            }
        }
    }
}
