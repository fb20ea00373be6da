/// The pages of a list, each of which is asked for with what the one before gave.
package struct Pages: Sendable {
    private let call: String
    private var seen: Set<String> = []
    /// What the page is asked for with; nil for the first.
    package private(set) var token: String?

    /// - Parameter call: what gives them, for errors: `files.list`.
    package init(of call: String) {
        self.call = call
    }

    /// Goes on to the next page.
    ///
    /// - Parameter next: what the page gave; nil, or empty, where it was the last.
    /// - Returns: whether there is one.
    /// - Throws: `answer` where it leads back to a page that was read: there would be no end.
    package mutating func turn(to next: String?) throws(DriveError) -> Bool {
        token = next.flatMap { $0.isEmpty ? nil : $0 }
        guard let token else { return false }
        if seen.insert(token).inserted { return true }
        throw DriveError(.answer, "the pages of \(call) lead back to one of them")
    }
}
