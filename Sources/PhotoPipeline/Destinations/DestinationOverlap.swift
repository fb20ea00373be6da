import PhotoIndex
import PhotoIntake
import PhotoModel
package import SystemPackage

/// Whether a destination lies in the library, or the library in it, by device and inode of every directory above, by
/// the mount table, and by what scans saw.
package struct DestinationOverlap {
    /// Where a destination is.
    struct Ground {
        /// Its top; nil where it is not there yet, or has no such thing.
        var top: FileIdentity?
        /// The directories above it, of which those are left out that are not there.
        var above: [FileIdentity] = []
        /// Its place on its file system, where that is known.
        var place: PlaceOnDevice?
        /// The places that are mounted below its top.
        var mounted: [PlaceOnDevice] = []
    }

    private let mounts = MountTable()

    /// Looks at the mount table as it is now.
    package init() {}

    /// The root that a folder overlaps.
    ///
    /// - Parameters:
    ///   - folder: absolute; what is not there yet counts as lying in the last directory on the way that is.
    ///   - roots: the roots.
    /// - Returns: the root, and how, to follow the folder's name; nil where it overlaps none.
    package func find(folder: FilePath, among roots: [FilePath]) -> (root: FilePath, how: String)? {
        find(ground(of: folder), among: roots)
    }

    /// The root that overlaps, and how; nil where none does.
    func find(_ ground: Ground, among roots: [FilePath]) -> (root: FilePath, how: String)? {
        let around = Set(ground.above + [ground.top].compactMap(\.self))
        if around.isEmpty, ground.place == nil { return nil }
        for root in roots {
            let real = ExistingDirectory(root)
            if real.rest.isEmpty, let identity = real.chain.first, around.contains(identity) {
                return (root, "lies in the library's root")
            }
            if let top = ground.top, real.chain.contains(top) { return (root, "contains the library's root") }
            if let place = ground.place, overlaps(place, real) {
                return (root, "is, by another road, part of the root")
            }
            if ground.mounted.contains(where: { overlaps($0, real) }) {
                return (root, "has, mounted in it whole or in part, the library's root")
            }
            for mount in mounts.mounts(below: real.path) where real.rest.isEmpty {
                let identity = try? FileStatus(at: mount.point).identity
                let places = [ground.place].compactMap(\.self) + ground.mounted
                if identity.map(around.contains) == true || places.contains(where: { meet($0, mount.place) }) {
                    return (root, "is mounted, whole or in part, in the library's root")
                }
            }
        }
        return nil
    }

    /// Where a folder is that may not be there yet.
    func ground(of folder: FilePath) -> Ground {
        let real = ExistingDirectory(folder)
        let isThere = real.rest.isEmpty
        return Ground(
            top: isThere ? real.chain.first : nil, above: isThere ? Array(real.chain.dropFirst()) : real.chain,
            place: place(of: real), mounted: isThere ? mounts.mounts(below: real.path).map(\.place) : [])
    }

    private func overlaps(_ place: PlaceOnDevice, _ root: ExistingDirectory) -> Bool {
        self.place(of: root).map { meet(place, $0) } ?? false
    }

    private func place(of directory: ExistingDirectory) -> PlaceOnDevice? {
        mounts.place(of: directory.path).map { $0.appending(directory.rest) }
    }

    private func meet(_ one: PlaceOnDevice, _ other: PlaceOnDevice) -> Bool {
        one.contains(other) || other.contains(one)
    }
}
