import PhotoFiles
import PhotoModel
import SystemPackage

/// Checks whether killed commands have left unfinished files: of the program's own beside the index, the fences and the
/// configuration, and at destinations what the status lists.
struct LeftoverCheck: DoctorCheck {
    func lines(_ context: CheckContext) -> [CheckLine] {
        let index = context.settings.index
        let owned = [
            index, index.removingLastComponent().appending("act.lock"), context.settings.fences,
            context.settings.configuration,
        ]
        let found = Set(owned.flatMap(leftovers)).sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
        let copies = context.status?.leftovers ?? []
        if found.isEmpty, copies.isEmpty { return [CheckLine(.leftovers, .whole, .ok, "none")] }
        return copies.map(Self.line)
            + found.map { path in
                let size = (try? FileStatus(at: path).fingerprint.size) ?? 0
                return CheckLine(
                    .leftovers, .path(path), .warning, "a killed command left it unfinished (\(size.byteSize))",
                    remedy: .command("rm -- \(shellQuoted(path.bytes))"))
            }
    }

    private static func line(_ copy: Leftover) -> CheckLine {
        let name = copy.destination.name
        return CheckLine(
            .leftovers, .name(name), .warning, "\(terminalSafe(copy.path.bytes)) \(copy.detail)",
            remedy: copy.isTemporary ? .checkDestination(name) : nil)
    }

    private func leftovers(of path: FilePath) -> [FilePath] {
        let directory = path.removingLastComponent()
        guard let own = path.lastComponent?.path, let all = try? names(in: directory) else { return [] }
        return all.map { FilePath(bytes: $0) }.filter { NewFile.isTemporary($0, for: own) }.map(directory.pushing)
    }
}
