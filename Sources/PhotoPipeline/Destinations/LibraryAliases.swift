import PhotoFiles
import PhotoIndex
import PhotoModel
import Synchronization
import SystemPackage

/// Determines whether a destination is a part of the library reached by another path with other numbers for the same
/// files: bindfs, sshfs, or a share of this very machine. If so, the marker that we write at the destination's top
/// appears in the library. So does any other file that we make.
final class LibraryAliases: Sendable {
    private let index: PhotoIndex
    private let sign: Sign
    private let known = Mutex<[FilePath: Bool]>([:])

    /// What appears in the library if it is the destination.
    private enum Sign {
        case marker(DestinationMarker)
        case file(FilePath)
    }

    init(index: PhotoIndex, marker: DestinationMarker) {
        (self.index, sign) = (index, .marker(marker))
    }

    /// - Parameter file: the name of a file that was just made, which no other file has.
    init(index: PhotoIndex, file: FilePath) {
        (self.index, sign) = (index, .file(file))
    }

    /// Searches for the marker where a directory with the destination's path is likely to be: at the roots and all
    /// directories above, and below the roots under the same names.
    ///
    /// - Parameter path: the destination's own path, free of links.
    /// - Returns: the directory that has the marker; nil where none of these has.
    func directory(like path: FilePath) throws(IndexError) -> FilePath? {
        let names = path.components.map(\.bytes)
        for root in try index.roots().map({ ExistingDirectory($0.path) }) where root.rest.isEmpty {
            var above = root.path
            repeat {
                if above != path, has(above) { return above }
            } while above.removeLastComponent()
            for first in names.indices {
                let directory = names[first...].reduce(root.path) { $0.appending(bytes: $1) }
                if directory != path, has(directory) { return directory }
            }
        }
        return nil
    }

    /// Searches all directories of the library that have entries with the same names as a destination.
    ///
    /// - Parameter names: the names at the destination's top.
    /// - Returns: the directory that has the marker; nil where none of these has.
    func directory(with names: Set<[UInt8]>) throws(IndexError) -> FilePath? {
        try index.directories(withAnyOf: names).first(where: has)
    }

    /// Searches the directories that may be behind a copy that was already there.
    ///
    /// - Parameters:
    ///   - target: the copy's path at the destination.
    ///   - size: its size in bytes.
    /// - Returns: the directory of the library, or around it, that the destination is; nil where it is none.
    func directory(behind target: FilePath, size: Int64) throws(IndexError) -> FilePath? {
        guard let directory = try index.directories(above: target, ofSize: size).first(where: has) else { return nil }
        if case .marker(let marker) = sign { try index.noteSighting(of: marker, in: directory) }
        return directory
    }

    private func has(_ directory: FilePath) -> Bool {
        if let known = known.withLock({ $0[directory] }) { return known }
        let isThere =
            switch sign {
            case .marker(let marker): DestinationMarker(in: directory) == marker
            case .file(let name): (try? FileStatus(at: directory.appending(name.components))) != nil
            }
        known.withLock { $0[directory] = isThere }
        return isThere
    }
}
