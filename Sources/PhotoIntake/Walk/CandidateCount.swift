/// How many files a walk will look at, for showing how far it is: a walk that lists the directories and looks at no
/// file.
///
/// `isCancelled` is asked once a directory; when it says so, the count up to there is returned. Directories that cannot
/// be read count nothing.
package func countCandidates(root: WalkRoot, options: WalkOptions, isCancelled: () -> Bool) -> Int {
    var traversal = Traversal(root: root, options: options)
    var count = 0
    while !isCancelled(), traversal.next() != nil {
        count += traversal.listing.files.count
    }
    return count
}
