package import SystemPackage

/// A photo whose verdict changes.
package struct ChangedPhoto: Sendable {
    /// Where it is.
    package let path: FilePath
    /// The verdict before; nil if it had none.
    package let from: Verdict?
    /// The verdict now.
    package let to: Verdict

    package init(path: FilePath, from: Verdict?, to: Verdict) {
        self.path = path
        self.from = from
        self.to = to
    }
}
