package import SystemPackage

/// A file whose copy others can see, and that is not work now.
package struct ExposedFile: Hashable, Sendable {
    /// Where it is, or was, in the library.
    package var path: FilePath
    /// What it is: personal or unsure.
    package var verdict: Verdict

    package init(path: FilePath, verdict: Verdict) {
        self.path = path
        self.verdict = verdict
    }
}
