import PhotoFiles
import PhotoIndex
import PhotoModel
import SystemPackage

/// Checks that the index is on a reliable disk and can be written.
struct IndexDiskCheck: DoctorCheck {
    /// The space that a night's log and a vacuum need.
    private static let leastRoom: Int64 = 256 << 20

    func lines(_ context: CheckContext) -> [CheckLine] {
        guard let index = context.readable else { return [] }
        let place = (try? PhotoIndex.place(of: index.path)) ?? index.path
        let directory = place.removingLastComponent()
        let subject = CheckLine.Subject.path(directory)
        for path in [place, directory] {
            if let error = writingError(at: path) {
                return [
                    CheckLine(
                        .indexDisk, .path(path), .problem, "cannot be written to: \(error.description)",
                        remedy: .command("ls -ld \(shellQuoted(path.bytes))"))
                ]
            }
        }
        let kind = MountTable().kinds(of: directory).first
        let type = kind?.type ?? "unknown"
        switch DiskPlace(type: kind?.type, isServed: kind?.isServed ?? false) {
        case .network:
            return [
                CheckLine(
                    .indexDisk, subject, .problem,
                    "is on a file system of type \(terminalSafe(type)), which can damage an index; keep it on a disk "
                        + "of this machine",
                    remedy: .useAnotherIndex)
            ]
        case .memory:
            return [
                CheckLine(
                    .indexDisk, subject, .warning, "is in memory (tmpfs): the next reboot deletes the index",
                    remedy: .useAnotherIndex)
            ]
        case .local: break
        }
        let free = freeBytes(at: directory)
        let needed = max(Self.leastRoom, ((try? index.size().bytes) ?? 0) / 2)
        if let free, free < needed {
            return [
                CheckLine(
                    .indexDisk, subject, .problem, "only \(free.byteSize) free; a full disk stops every run",
                    remedy: .command("df \(shellQuoted(directory.bytes))"))
            ]
        }
        let room = free.map { ", \($0.byteSize) free" } ?? ""
        return [CheckLine(.indexDisk, subject, .ok, "\(terminalSafe(type))\(room)")]
    }
}
