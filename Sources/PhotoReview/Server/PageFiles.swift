import PhotoModel

/// What is the same for all photos: the page without them, its style and its program.
struct PageFiles: Sendable {
    private static let html = "text/html; charset=utf-8"
    private let firstPage: [UInt8]
    private let cookie: String

    init(_ secrets: ReviewSecrets, port: Int) {
        firstPage = StartPages.first(secret: secrets.secret)
        // Not for longer than the browser runs, for no script, and for no other site.
        cookie = "\(ReviewSecrets.cookieName(port: port))=\(secrets.cookie); Path=/; HttpOnly; SameSite=Strict"
    }

    /// The first page, which has the second secret, with the cookie for the rest.
    var start: ServedAnswer { ServedAnswer(type: Self.html, .bytes(firstPage), cookie: cookie) }

    var shell: ServedAnswer { ServedAnswer(type: Self.html, .bytes(ReviewPage.shell)) }

    var style: ServedAnswer { ServedAnswer(type: "text/css; charset=utf-8", .bytes(PackageResources.page_css)) }

    var program: ServedAnswer { ServedAnswer(type: Self.script, .bytes(ReviewPage.script)) }

    /// The program of the first page.
    var startProgram: ServedAnswer { ServedAnswer(type: Self.script, .bytes(PackageResources.start_js)) }

    private static let script = "text/javascript; charset=utf-8"
}

/// The pages that lead to the page.
enum StartPages {
    /// A file that a browser is opened on.
    ///
    /// - Parameter address: of ASCII letters, digits and what an address has beside them.
    static func file(leadingTo address: String) -> [UInt8] {
        Array(
            """
            <!DOCTYPE html>
            <html lang="en">
            <meta charset="utf-8">
            <meta name="referrer" content="no-referrer">
            <meta http-equiv="refresh" content="0;url=\(address)">
            <title>workphotos review</title>
            <p><a href="\(address)">Look at the photos</a></p>
            </html>

            """.utf8)
    }

    /// The page that the token opens. It is an answer of its own that goes on by itself: browsers would not send the
    /// cookie after a redirection that began at a file (RFC 6265bis, 5.2).
    static func first(secret: String) -> [UInt8] {
        Array(
            """
            <!DOCTYPE html>
            <html lang="en" data-secret="\(secret)">
            <meta charset="utf-8">
            <title>workphotos review</title>
            <script src="/start.js"></script>
            <noscript>The photos are shown by JavaScript, which is turned off here.</noscript>
            </html>

            """.utf8)
    }
}
