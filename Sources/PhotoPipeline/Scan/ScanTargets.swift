import PhotoFiles
import PhotoIndex
import PhotoModel
import SystemPackage

/// One walk of a scan: a root, and the directory below it where the walk starts.
struct ScanTarget {
    /// The root as the index has it.
    var root: Root
    /// The path below the root, as bytes; empty for the whole root.
    var start: [UInt8]
    /// The file system that the root is on now.
    var fileSystem: FileSystemIdentity
}

/// Determines the roots of the directories to scan.
struct ScanTargets {
    let index: PhotoIndex
    let options: ScanOptions
    let clock: any Clock

    /// The walks to make, without overlaps, and how many directories cannot be walked.
    ///
    /// A directory inside a known root is a part of it. A directory that contains known roots takes over their files.
    func resolve(_ record: (Finding) -> Void) throws -> (found: [ScanTarget], failed: Int) {
        let asked = options.directories.isEmpty ? try index.roots().map(\.path) : options.directories
        var resolved: [FilePath] = []
        var failed = 0
        for path in asked {
            do {
                resolved.append(try resolveRoot(path))
            } catch {
                failed += 1
                record(try finding(for: path, error))
            }
        }
        return (try outermost(resolved).map(target), failed)
    }

    /// The directories that are in no other one, each once, in the given order.
    private func outermost(_ paths: [FilePath]) -> [FilePath] {
        var result: [FilePath] = []
        for path in paths where !result.contains(where: { path.starts(with: $0) }) {
            result.removeAll { $0.starts(with: path) }
            result.append(path)
        }
        return result
    }

    private func target(_ path: FilePath) throws -> ScanTarget {
        if let root = try index.roots().first(where: { path.starts(with: $0.path) }) {
            var below = path
            _ = below.removePrefix(root.path)
            return ScanTarget(
                root: root, start: below.bytes, fileSystem: try FileSystemIdentity(ofDirectory: root.path))
        }
        let fileSystem = try FileSystemIdentity(ofDirectory: path)
        let root = try index.addRoot(path, fileSystem: fileSystem, now: clock.now)
        return ScanTarget(root: root, start: [], fileSystem: fileSystem)
    }

    /// A directory that does not exist is a missing root if the index knows it as a root or a part of one.
    private func finding(for path: FilePath, _ problem: RootProblem) throws -> Finding {
        var finding = problem.finding
        if finding.kind == .missing, try index.roots().contains(where: { path.starts(with: $0.path) }) {
            finding.kind = .rootMissing
            finding.detail =
                "does not exist; is it mounted? The index keeps what it knows of it. "
                + "If it was moved: workphotos root rename OLD NEW"
        }
        return finding
    }
}
