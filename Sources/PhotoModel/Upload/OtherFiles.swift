/// The files that a copy must not be.
package struct OtherFiles: Hashable, Sendable {
    /// Those that it should be a copy of: the library's, or the trash's.
    package let sources: Set<FileIdentity>
    /// Copies at other destinations that count already.
    package let copies: Set<FileIdentity>

    package init(sources: Set<FileIdentity>, copies: Set<FileIdentity> = []) {
        self.sources = sources
        self.copies = copies
    }
}

/// Who put something at a destination.
package enum CopySender: Hashable, Sendable {
    /// This program, by its journal, its receipts or the destination's list of them.
    case us
    /// Nobody knows.
    case anybody
}
