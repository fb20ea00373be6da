import Crypto
import PhotoModel
import Synchronization

/// The three secrets of a server, each of 256 random bits.
final class ReviewSecrets: Sendable {
    /// Opens the first page, once.
    let token: String
    /// The second secret: opens the photos and all changes. The first page holds it.
    let secret: String
    /// The value of the cookie, which opens the page without photos.
    let cookie: String
    private let isRedeemed = Mutex(false)

    init(_ random: () -> UInt64) {
        token = randomDigits(random) + randomDigits(random)
        secret = randomDigits(random) + randomDigits(random)
        cookie = randomDigits(random) + randomDigits(random)
    }

    /// Whether this is the token, for the first time.
    func redeem(_ text: String) -> Bool {
        guard Self.areEqual(text, token) else { return false }
        return isRedeemed.withLock { isRedeemed in
            defer { isRedeemed = true }
            return !isRedeemed
        }
    }

    /// Whether this is the second secret.
    func opens(secret text: String) -> Bool { Self.areEqual(text, secret) }

    /// Whether the cookie is among those of the headers `Cookie`. Those of other servers may be there too.
    func opens(cookies headers: [String], port: Int) -> Bool {
        let start = "\(Self.cookieName(port: port))="
        let values = headers.flatMap { $0.split(separator: ";") }.map { $0.drop { $0 == " " } }
            .filter { $0.hasPrefix(start) }
        return values.contains { Self.areEqual(String($0.dropFirst(start.count)), cookie) }
    }

    /// The name of the cookie: cookies ignore ports, and a tunnel's address may have several servers.
    static func cookieName(port: Int) -> String { "review-\(port)" }

    /// Compares digests, which takes the same time for all texts of the same length.
    private static func areEqual(_ one: String, _ other: String) -> Bool {
        SHA256.hash(data: Array(one.utf8)) == SHA256.hash(data: Array(other.utf8))
    }
}
