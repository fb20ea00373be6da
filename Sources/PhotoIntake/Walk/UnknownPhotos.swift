package import PhotoModel

/// The number of photos that a walk finds and the index does not know. Their names decide what they are: no file is
/// opened.
///
/// - Parameters:
///   - known: the files in the index, sealed.
///   - isElsewhere: whether a directory, by its path relative to the root, does not count.
///   - isCancelled: called once per batch; if it returns true, the count so far is returned.
/// - Returns: the number. Directories that cannot be read count as empty.
package func countUnknownPhotos(
    root: WalkRoot, options: WalkOptions, known: KnownFiles, except isElsewhere: ([UInt8]) -> Bool,
    isCancelled: () -> Bool
) -> Int {
    var walk = Walk(root: root, options: options)
    var comparison = IndexComparison(root: root.id, known: known)
    var count = 0
    while !isCancelled(), let examined = walk.next() {
        if let directory = examined.directory, isElsewhere(directory.relativePath) { continue }
        count += comparison.compare(examined).files.count {
            $0.row == nil && SidecarFormat(promisedBy: $0.name) == nil
        }
    }
    return count
}
