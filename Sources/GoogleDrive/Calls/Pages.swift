/// Iterates over the pages of a list by their tokens.
package struct Pages: Sendable {
    private let call: String
    private var seen: Set<String> = []
    /// The token to request the page with; nil for the first.
    package private(set) var token: String?

    /// - Parameter call: the name of the call, for errors: `files.list`.
    package init(of call: String) {
        self.call = call
    }

    /// Advances to the next page.
    ///
    /// - Parameter next: the token from the page; nil or empty on the last.
    /// - Returns: whether there is a next page.
    /// - Throws: `answer` if the token repeats an earlier one, which would never end.
    package mutating func turn(to next: String?) throws(DriveError) -> Bool {
        token = next.flatMap { $0.isEmpty ? nil : $0 }
        guard let token else { return false }
        if seen.insert(token).inserted { return true }
        throw DriveError(.answer, "the pages of \(call) lead back to one of them")
    }
}
