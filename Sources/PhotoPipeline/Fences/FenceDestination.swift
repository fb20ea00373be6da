package import SystemPackage

/// A destination as a fence has it, and where that is written.
package struct FenceDestination: Hashable, Sendable {
    /// As users write it: a name or a spec.
    package let text: String
    /// The fences file.
    package let path: FilePath
    /// The line there, from 1.
    package let line: Int

    package init(text: String, path: FilePath, line: Int) {
        self.text = text
        self.path = path
        self.line = line
    }
}
