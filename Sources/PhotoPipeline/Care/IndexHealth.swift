import PhotoFiles
import PhotoIndex
import PhotoModel
package import SystemPackage

/// The result of checking an index.
package enum IndexHealth {
    /// It is undamaged.
    case whole
    /// It can be read but has these faults, a sentence each.
    case faulty([String])
    /// It cannot be read, or not completely, or is from before the first release.
    case unreadable(PipelineError)

    /// Reads the whole index.
    ///
    /// - Throws: `IndexError` for what is no damage: no index, another program's or a newer one, one that may not be
    ///   read.
    package init(of path: FilePath, owner: String) throws {
        do {
            let faults = try PhotoIndex.open(forReadingAt: path, owner: owner).checkIntegrity()
            self = faults.isEmpty ? .whole : .faulty(faults)
        } catch {
            switch error {
            case .missing, .damaged, .notAnIndex, .beforeRelease, .failed: self = .unreadable(PipelineError(error))
            default: throw error
            }
        }
    }
}

/// Where backups of an index were written, recorded in a file beside it, since the index itself may be unreadable when
/// the question comes up.
///
/// The file has the index's name with `.backups` appended, and contains an absolute, percent-encoded path per line.
struct KnownBackups {
    /// The number of the newest backups to keep.
    private static let most = 20

    /// The index, with links resolved.
    private let index: FilePath

    init(of index: FilePath) {
        self.index = (try? PhotoIndex.place(of: index)) ?? index
    }

    /// A file that is an undamaged index.
    struct Backup: Hashable {
        let path: FilePath
        /// When it was last written, in nanoseconds since 1970-01-01T00:00:00Z.
        let modified: Int64
        let photos: Int
    }

    /// The newest existing backup, among those recorded and those beside the index; nil if there is none. It is read
    /// completely, so that a damaged one is not relied on.
    func newest(owner: String) -> Backup? {
        let times = Set(noted + beside).compactMap { path in
            (try? FileStatus(at: path)).map { (path: path, modified: $0.fingerprint.modified) }
        }
        for (path, modified) in times.sorted(by: { $0.modified > $1.modified }) {
            guard let copy = try? PhotoIndex.open(forReadingAt: path, owner: owner),
                let faults = try? copy.checkIntegrity(), faults.isEmpty, let photos = try? copy.photosByVerdict()
            else { continue }
            return Backup(path: path, modified: modified, photos: photos.values.reduce(0, +))
        }
        return nil
    }

    /// The newest backup that can be opened, and when it was written, in nanoseconds since 1970-01-01T00:00:00Z. It is
    /// not read completely.
    func latest(owner: String) -> (path: FilePath, modified: Int64)? {
        let times = Set(noted + beside).compactMap { path in
            (try? FileStatus(at: path)).map { (path: path, modified: $0.fingerprint.modified) }
        }
        return times.sorted { $0.modified > $1.modified }
            .first { (try? PhotoIndex.open(forReadingAt: $0.path, owner: owner)) != nil }
    }

    /// Records a backup. Failing to do so does not make the backup fail.
    func note(_ backup: FilePath) {
        for _ in 0..<3 {
            guard let (before, noted) = content() else { return }
            let all = [backup] + noted.filter { $0 != backup }
            let bytes = Self.bytes(of: Array(all.prefix(Self.most)))
            if (try? SmallFile.replace(file, expecting: before, with: bytes)) != false { return }
        }
    }

    private var file: FilePath { index.appendingToName(".backups") }

    private var noted: [FilePath] { content()?.paths ?? [] }

    /// The file's content; nil if it is another program's, or cannot be read.
    private func content() -> (bytes: [UInt8]?, paths: [FilePath])? {
        guard let bytes = try? SmallFile.read(file) ?? [] else { return nil }
        let paths = bytes.split(separator: UInt8(ascii: "\n")).map { FilePath(bytes: PercentEncoding.decode($0)) }
        guard paths.allSatisfy(\.isAbsolute), Self.bytes(of: paths) == bytes else { return nil }
        return (SmallFile.exists(file) ? bytes : nil, paths)
    }

    private static func bytes(of paths: [FilePath]) -> [UInt8] {
        Array(paths.map { PercentEncoding.encode($0.bytes) + "\n" }.joined().utf8)
    }

    /// Files beside the index that may be backups by their names, without logs and memory maps.
    private var beside: [FilePath] {
        let directory = index.removingLastComponent()
        let name = index.lastComponent?.string ?? ""
        let stem = index.stem ?? name
        let names = (try? names(in: directory)) ?? []
        return names.map { String(decoding: $0, as: UTF8.self) }.filter { other in
            let isNamedSo = other.hasPrefix(stem) || other.hasSuffix(".sqlite")
            return isNamedSo && other != name
                && !["-wal", "-shm", "-journal", ".backups"].contains(where: other.hasSuffix)
        }.map { directory.appending($0) }
    }
}
