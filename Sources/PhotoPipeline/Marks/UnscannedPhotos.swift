import PhotoFiles
import PhotoIndex
import PhotoIntake
import PhotoModel
package import SystemPackage

extension Library {
    /// The number of photos in a directory that no scan has saved: what is decided on the directory does not reach
    /// them.
    ///
    /// - Parameters:
    ///   - directory: absolute, with links resolved; in a root or not.
    ///   - options: how a scan would walk.
    ///   - interruption: ends the counting.
    /// - Returns: the number, by the files' names.
    package func unscannedPhotos(
        in directory: FilePath, options: ScanOptions, interruption: any Interruption
    ) throws -> Int {
        let roots = try index.roots()
        func count(_ root: Root, below start: [UInt8]) throws -> Int {
            let known = try index.knownFiles(root: root.id, below: start, readerVersion: PhotoReader.version)
            return countUnknownPhotos(
                root: WalkRoot(id: root.id, path: root.path, start: start), options: walk(options, root), known: known,
                except: { _ in false }, isCancelled: { interruption.signal != nil })
        }
        if let root = roots.first(where: { directory.starts(with: $0.path) }) {
            var below = directory
            _ = below.removePrefix(root.path)
            return try count(root, below: below.bytes)
        }
        let inner = roots.filter { $0.path.starts(with: directory) }
        var photos = countUnknownPhotos(
            root: WalkRoot(id: 0, path: directory), options: walk(options, nil), known: KnownFiles(),
            except: { path in inner.contains { directory.appending(bytes: path).starts(with: $0.path) } },
            isCancelled: { interruption.signal != nil })
        for root in inner { photos += try count(root, below: []) }
        return photos
    }

    private func walk(_ options: ScanOptions, _ root: Root?) -> WalkOptions {
        var walk = options.walk
        walk.followsSymlinks = options.followsSymlinks || root?.followsLinks == true
        walk.unopened = index.files()
        return walk
    }
}
