package import SystemPackage

/// A photo whose verdict changes.
package struct ChangedPhoto: Sendable {
    /// Where it is.
    package let path: FilePath
    /// What it was; nil where nobody had judged it.
    package let from: Verdict?
    /// What it is.
    package let to: Verdict

    package init(path: FilePath, from: Verdict?, to: Verdict) {
        self.path = path
        self.from = from
        self.to = to
    }
}
