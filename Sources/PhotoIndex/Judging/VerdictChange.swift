package import PhotoModel

/// How many photos went from one verdict to another.
package struct VerdictChange: Hashable, Sendable {
    /// What they were; nil for photos nobody had judged.
    package var from: Verdict?
    /// What they are.
    package var to: Verdict
    /// How many; at least 1. Photos that are gone do not count.
    package var photos: Int
}
