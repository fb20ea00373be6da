import SystemPackage

/// What a program gets for its standard streams. Whoever opened them closes them.
struct ProgramStreams {
    /// What it reads.
    let input: FileDescriptor
    /// Where its results go.
    let output: FileDescriptor
    /// Where its notes go.
    let notes: FileDescriptor
}
