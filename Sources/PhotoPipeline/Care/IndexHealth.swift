import PhotoFiles
import PhotoIndex
import PhotoModel
package import SystemPackage

/// How sound an index is.
package enum IndexHealth {
    /// Nothing is wrong with it.
    case whole
    /// It can be read, and this is wrong with it, a sentence each.
    case faulty([String])
    /// It cannot be read, or not to its end.
    case unreadable(PipelineError)

    /// Reads all of an index.
    ///
    /// - Parameters:
    ///   - path: the index.
    ///   - owner: who made it.
    /// - Throws: `PipelineError` for what is no damage: no index, another's or a newer one, one that may not be read.
    package init(of path: FilePath, owner: String) throws(PipelineError) {
        do {
            let faults = try PhotoIndex.open(forReadingAt: path, owner: owner).checkIntegrity()
            self = faults.isEmpty ? .whole : .faulty(faults)
        } catch {
            switch error {
            case .damaged, .notAnIndex, .failed: self = .unreadable(PipelineError(error))
            default: throw PipelineError(error)
            }
        }
    }
}

/// Where backups of an index were written, kept in a file beside it: the index itself may not be readable when somebody
/// wants to know.
///
/// The file is called like the index, with `.backups` behind its name, and has an absolute path a line,
/// percent-encoded.
struct KnownBackups {
    /// So many of the newest are kept.
    private static let most = 20

    /// The index, with links resolved.
    private let index: FilePath

    init(of index: FilePath) {
        self.index = (try? PhotoIndex.place(of: index)) ?? index
    }

    /// A file that is an index, and sound.
    struct Backup: Hashable {
        let path: FilePath
        /// When it was written last, nanoseconds since 1970-01-01T00:00:00Z.
        let modified: Int64
        /// How many photos it knows.
        let photos: Int
    }

    /// The newest backup that is there, of those that were noted and of what lies beside the index; nil where there is
    /// none. All of it is read, so that nobody relies on one that is damaged, too.
    func newest(owner: String) -> Backup? {
        let times = Set(noted + beside).compactMap { path in
            (try? FileStatus(at: path)).map { (path: path, modified: $0.fingerprint.modified) }
        }
        for (path, modified) in times.sorted(by: { $0.modified > $1.modified }) {
            guard let copy = try? PhotoIndex.open(forReadingAt: path, owner: owner),
                let faults = try? copy.checkIntegrity(), faults.isEmpty, let status = try? copy.status()
            else { continue }
            return Backup(path: path, modified: modified, photos: status.byVerdict.values.reduce(0) { $0 + $1.photos })
        }
        return nil
    }

    /// The newest one that can be opened, and when it was written, nanoseconds since 1970-01-01T00:00:00Z; not read to
    /// its end.
    func latest(owner: String) -> (path: FilePath, modified: Int64)? {
        let times = Set(noted + beside).compactMap { path in
            (try? FileStatus(at: path)).map { (path: path, modified: $0.fingerprint.modified) }
        }
        return times.sorted { $0.modified > $1.modified }
            .first { (try? PhotoIndex.open(forReadingAt: $0.path, owner: owner)) != nil }
    }

    /// Notes one. That it cannot be noted is no reason for a backup to fail.
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

    /// What the file holds; nil where that is none of ours, or cannot be read.
    private func content() -> (bytes: [UInt8]?, paths: [FilePath])? {
        guard let bytes = try? SmallFile.read(file) ?? [] else { return nil }
        let paths = bytes.split(separator: UInt8(ascii: "\n")).map { FilePath(bytes: PercentEncoding.decode($0)) }
        guard paths.allSatisfy(\.isAbsolute), Self.bytes(of: paths) == bytes else { return nil }
        return (SmallFile.exists(file) ? bytes : nil, paths)
    }

    private static func bytes(of paths: [FilePath]) -> [UInt8] {
        Array(paths.map { PercentEncoding.encode($0.bytes) + "\n" }.joined().utf8)
    }

    /// What lies beside the index and may be one by its name. A log or a memory map of one is none.
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
