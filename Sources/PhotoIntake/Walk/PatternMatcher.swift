/// How far the matching of a pattern with a text has come, and where it goes on when what follows a star does not fit:
/// with the last star a byte longer. One such place for `*` and one for `**` suffice, because what came before them
/// fitted; so the time is bounded by the square of the text's length for each token.
struct PatternMatcher {
    private struct Star {
        /// The token behind the star.
        var token: Int
        /// Where the star ends.
        var end: Int
        /// Whether it ends behind a slash only.
        var takesDirectories = false
    }

    /// The next token to fit.
    private(set) var token = 0
    /// Where in the text it has to fit.
    private(set) var position = 0
    private var star: Star?
    private var deep: Star?

    /// Fits the next token, stars at first with nothing; returns false where it does not fit.
    mutating func take(_ next: PatternToken, of text: Span<UInt8>) -> Bool {
        switch next {
        case .star:
            token += 1
            star = Star(token: token, end: position)
        case .deep, .directories:
            token += 1
            star = nil
            deep = Star(token: token, end: position)
            if case .directories = next { deep?.takesDirectories = true }
        default:
            guard let length = next.length(in: text, at: position) else { return false }
            token += 1
            position += length
        }
        return true
    }

    /// Makes the last star that can be longer; returns false where none can.
    mutating func retry(in text: Span<UInt8>) -> Bool {
        if let star, star.end < text.count, text[star.end] != slash {
            self.star?.end += 1
            (token, position) = (star.token, star.end + 1)
            return true
        }
        guard let deep, let end = Self.nextEnd(of: deep, in: text) else { return false }
        star = nil
        self.deep?.end = end
        (token, position) = (deep.token, end)
        return true
    }

    private static func nextEnd(of star: Star, in text: Span<UInt8>) -> Int? {
        var end = star.end
        while end < text.count {
            end += 1
            if !star.takesDirectories || text[end - 1] == slash { return end }
        }
        return nil
    }
}
