/// Why the manual could not be made.
package enum ManualError: Error, CustomStringConvertible {
    /// The command tree could not be read, and why.
    case dump(why: String)
    /// A file or directory of the manual could not be read or written, and why.
    case file(path: String, why: String)

    /// The error, and what to type next.
    package var description: String {
        switch self {
        case .dump(let why):
            "the command tree on standard input cannot be read: \(why)\n"
                + "type: workphotos --experimental-dump-help | workphotos-manual man"
        case .file(let path, let why):
            "\(path): \(why)"
        }
    }
}
