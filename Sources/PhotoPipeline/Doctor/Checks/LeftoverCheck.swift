import PhotoFiles
import PhotoIndex
import PhotoModel
import SystemPackage

/// Checks whether killed commands have left unfinished files of the program's own beside the index and the fences.
struct LeftoverCheck: DoctorCheck {
    func lines(_ context: CheckContext) -> [CheckLine] {
        let owned = [context.settings.index, context.settings.fences]
        let found = Set(owned.flatMap(leftovers)).sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
        if found.isEmpty { return [CheckLine(.leftovers, .whole, .ok, .nothing)] }
        return found.map { path in
            let size = (try? FileStatus(at: path).fingerprint.size) ?? 0
            return CheckLine(
                .leftovers, .path(path), .warning, .leftover(bytes: size),
                remedy: .command("rm -- \(shellQuoted(path.bytes))"))
        }
    }

    /// Temporary files have digits and `new` after the file's name.
    private func leftovers(of path: FilePath) -> [FilePath] {
        let directory = path.removingLastComponent()
        guard let own = path.lastComponent?.string, let all = try? names(in: directory) else { return [] }
        return all.map { String(decoding: $0, as: UTF8.self) }.filter { name in
            guard name.hasPrefix("\(own)."), name.hasSuffix(".new") else { return false }
            let middle = name.dropFirst(own.count + 1).dropLast(4)
            return !middle.isEmpty && middle.allSatisfy(\.isNumber) && !isWriting(middle)
        }.map { directory.appending($0) }
    }

    /// Whether the number is that of a running process, which may be writing.
    private func isWriting(_ number: Substring) -> Bool {
        RunProcess(host: PhotoIndex.hostName, pid: Int64(number)).isAlive
    }
}
