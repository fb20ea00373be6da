/// The header `Content-Range` of an upload (RFC 9110, 14.4).
enum ContentRange: Equatable {
    /// `bytes first-last/total`; the total is nil if it is a star.
    case part(first: Int, last: Int, total: Int?)
    /// `bytes */total`: asks how much has been received.
    case question(total: Int?)

    /// - Returns: nil if the text is neither.
    init?(_ text: String) {
        guard text.hasPrefix("bytes ") else { return nil }
        let halves = text.dropFirst(6).split(separator: "/", omittingEmptySubsequences: false)
        guard halves.count == 2, halves[1] == "*" || Int(halves[1]) != nil else { return nil }
        let total = Int(halves[1])
        if halves[0] == "*" {
            self = .question(total: total)
            return
        }
        let ends = halves[0].split(separator: "-").map { Int($0) }
        guard ends.count == 2, let first = ends[0], let last = ends[1], first >= 0, last >= first, total ?? .max > last
        else { return nil }
        self = .part(first: first, last: last, total: total)
    }
}
