import PhotoIndex
import PhotoIntake
import PhotoModel
import Synchronization
import SystemPackage

/// Tells whether a destination is a part of the library, reached by another road that has other numbers for the same
/// files: bindfs, sshfs, a share of this very machine. What we write at the destination's top, its marker, shows in the
/// library then.
final class LibraryAliases: Sendable {
    private let index: PhotoIndex
    private let marker: DestinationMarker
    private let known = Mutex<[FilePath: Bool]>([:])

    init(index: PhotoIndex, marker: DestinationMarker) {
        self.index = index
        self.marker = marker
    }

    /// Looks where what has a destination's path is likely to lie: at the roots and all directories above, and in the
    /// roots below the same names.
    ///
    /// - Parameter path: the destination's own path, free of links.
    /// - Returns: the directory that has the marker; nil where none of these has.
    /// - Throws: errors of the index.
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

    /// Looks in all directories of the library that have the same in them as a destination.
    ///
    /// - Parameter names: of what lies at the destination's top.
    /// - Returns: the directory that has the marker; nil where none of these has.
    /// - Throws: errors of the index.
    func directory(with names: Set<[UInt8]>) throws(IndexError) -> FilePath? {
        try index.directories(withAnyOf: names).first(where: has)
    }

    /// Looks behind a copy of which it is said that it was there already.
    ///
    /// - Parameters:
    ///   - target: where it is.
    ///   - size: its bytes.
    /// - Returns: the directory of the library, or around it, that the destination is; nil where it is none.
    /// - Throws: errors of the index.
    func directory(behind target: FilePath, size: Int64) throws(IndexError) -> FilePath? {
        guard let directory = try index.directories(above: target, ofSize: size).first(where: has) else { return nil }
        try index.noteSighting(of: marker, in: directory)
        return directory
    }

    private func has(_ directory: FilePath) -> Bool {
        if let known = known.withLock({ $0[directory] }) { return known }
        let isThere = DestinationMarker(in: directory) == marker
        known.withLock { $0[directory] = isThere }
        return isThere
    }
}
