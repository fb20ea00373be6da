package import SystemPackage

/// Why a command gave up: the contract's `error` line and what a person reads on standard error.
package struct Failure: Error {
    /// The exit code.
    package var exit: ExitStatus
    /// A word for programs, such as `no-index` or `configuration`.
    package var what: String
    /// A sentence for people: what, which file, why.
    package var message: String
    /// The file it is about.
    package var path: FilePath?
    /// The line in that file, from 1.
    package var line: Int?
    /// The command to type next.
    package var next: String?

    package init(
        _ exit: ExitStatus, what: String, message: String, path: FilePath? = nil, line: Int? = nil,
        next: String? = nil
    ) {
        self.exit = exit
        self.what = what
        self.message = message
        self.path = path
        self.line = line
        self.next = next
    }
}
