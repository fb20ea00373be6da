import NIOHTTP1

/// What a request has to be: the one place that every request passes before anything is done.
///
/// A browser that another site leads astray is kept off by the names and by what browsers say of a request's origin,
/// other users of the machine by the secrets.
struct RequestGate: Sendable {
    enum Judgement: Hashable {
        /// It is answered, once so many bytes of its body have come.
        case pass(ReviewRoute, bodyBytes: Int)
        /// 403, without a word.
        case refused
        /// 404, without a word.
        case unknown
        /// 413, for whoever may ask.
        case tooLarge
    }

    /// What `Host` may be: with the port, as browsers write it.
    let hosts: [String]
    let port: Int
    let secrets: ReviewSecrets
    let limits: ReviewLimits

    /// Judges a request by its head. One that redeems the token has redeemed it.
    func judge(_ head: HTTPRequestHead) -> Judgement {
        guard let host = only("host", head), hosts.contains(host), head.version == .http1_1 else { return .refused }
        let route = ReviewRoute(head)
        guard let bytes = bodyBytes(of: head), isOwn(head, origin: "http://\(host)", route),
            isAllowed(head, by: route?.key ?? .secret)
        else { return .refused }
        guard let route else { return .unknown }
        return bytes > limits.bodyBytes ? .tooLarge : .pass(route, bodyBytes: bytes)
    }

    /// The bytes of the body, which only a POST has, and says beforehand; nil where it is not so, and for other methods
    /// than GET, HEAD and POST.
    private func bodyBytes(of head: HTTPRequestHead) -> Int? {
        guard !head.headers.contains(name: "transfer-encoding") else { return nil }
        switch head.method {
        case .GET, .HEAD: return head.headers.contains(name: "content-length") ? nil : 0
        case .POST: return only("content-length", head).flatMap { ReviewRoute.number($0[...]) }
        default: return nil
        }
    }

    /// Whether it comes from the page itself, as far as browsers say: a change has to say so. The way to the page is
    /// open for whatever leads a window there, such as the file with the token and what the person types.
    private func isOwn(_ head: HTTPRequestHead, origin: String, _ route: ReviewRoute?) -> Bool {
        // A page that is fetched while an address is typed may never be shown, but would use the token up.
        guard !head.headers.contains(name: "sec-purpose") else { return false }
        if head.method == .POST {
            guard only("origin", head) == origin, only("content-type", head) == "application/json" else { return false }
        } else if head.headers.contains(name: "origin"), only("origin", head) != origin {
            return false
        }
        guard head.headers.contains(name: "sec-fetch-site") else { return true }
        switch only("sec-fetch-site", head) {
        case "same-origin": return true
        case "none": return route?.isPage == true
        case "cross-site", "same-site":
            // Only a token that nobody has seen leads further.
            guard case .start = route else { return false }
            return only("sec-fetch-mode", head) == "navigate" && only("sec-fetch-dest", head) == "document"
        default: return false
        }
    }

    private func isAllowed(_ head: HTTPRequestHead, by key: ReviewRoute.Key) -> Bool {
        switch key {
        case .token(let token): secrets.redeem(token)
        case .cookie: secrets.opens(cookies: head.headers["cookie"], port: port)
        case .secret: only("x-review-secret", head).map { secrets.opens(secret: $0) } ?? false
        }
    }

    /// The value of a header that is there exactly once.
    private func only(_ name: String, _ head: HTTPRequestHead) -> String? {
        let values = head.headers[name]
        return values.count == 1 ? values[0] : nil
    }
}

/// What can be asked. All paths are compared as they are written, so that none has a second way of writing; photos have
/// numbers, never paths.
enum ReviewRoute: Hashable {
    /// What a request needs to be answered.
    enum Key: Hashable {
        /// The token of the start, which works once.
        case token(String)
        /// The cookie, which opens only what is the same for everybody.
        case cookie
        /// The second secret in a header.
        case secret
    }

    case start(token: String)
    case shell, style, program, startProgram, icon
    case photos, suggestions, staged
    case picture(row: Int, PictureSize)
    case changes(since: Int)
    case decide, undo, fence, unstage, done

    /// Nil if there is nothing.
    init?(_ head: HTTPRequestHead) {
        let parts = head.uri.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let path = parts[0]
        let route: ReviewRoute? =
            switch (head.method, parts.dropFirst().first) {
            case (.GET, let query?): Self.asked(path, query)
            case (.GET, nil): Self.file(path) ?? Self.data(path)
            case (.HEAD, nil): Self.file(path)
            case (.POST, nil): Self.change(path)
            default: nil
            }
        guard let route else { return nil }
        self = route
    }

    var key: Key {
        switch self {
        case .start(let token): .token(token)
        case .shell, .style, .program, .startProgram, .icon: .cookie
        default: .secret
        }
    }

    /// Whether a person comes here by an address.
    var isPage: Bool {
        switch self {
        case .start, .shell: true
        default: false
        }
    }

    /// A number of one to 18 decimal digits, without a zero before them.
    static func number(_ text: Substring) -> Int? {
        guard (1...18).contains(text.utf8.count), let number = Int(text), "\(number)" == text, number >= 0 else {
            return nil
        }
        return number
    }

    private static func file(_ path: Substring) -> ReviewRoute? {
        switch path {
        case "/": .shell
        case "/page.css": .style
        case "/page.js": .program
        case "/start.js": .startProgram
        case "/favicon.ico": .icon
        default: nil
        }
    }

    private static func data(_ path: Substring) -> ReviewRoute? {
        switch path {
        case "/photos": return .photos
        case "/suggestions": return .suggestions
        case "/staged": return .staged
        default:
            let parts = path.split(separator: "/", omittingEmptySubsequences: false)
            guard parts.count == 4, parts[0].isEmpty, parts[1] == "picture", let row = number(parts[2]),
                let size = PictureSize(rawValue: String(parts[3]))
            else { return nil }
            return .picture(row: row, size)
        }
    }

    private static func asked(_ path: Substring, _ query: Substring) -> ReviewRoute? {
        switch path {
        case "/start" where query.hasPrefix("token="): .start(token: String(query.dropFirst(6)))
        case "/changes" where query.hasPrefix("since="): number(query.dropFirst(6)).map { .changes(since: $0) }
        default: nil
        }
    }

    private static func change(_ path: Substring) -> ReviewRoute? {
        switch path {
        case "/decide": .decide
        case "/undo": .undo
        case "/fence": .fence
        case "/unstage": .unstage
        case "/done": .done
        default: nil
        }
    }
}
