import FakeDrive
import SystemPackage
import Testing
import WorkphotosTestSupport

/// `review` of a home's library, and its page in a browser. Both end when this and the browser are released.
struct ServedReview {
    let browser: Browser
    /// The program that serves the page.
    let program: Running

    /// Starts the program, by default for all photos, and opens the page.
    ///
    /// - Throws: if one of both does not start.
    init(of home: Home, _ arguments: String...) async throws {
        let output: FilePath = "review/output"
        try home.tree.write(output, [])
        let program = try home.program.start(
            ["review", "--no-browser", "--json"] + arguments, output: home.tree.path(output).string)
        var address: String?
        _ = eventually {
            let text = (try? home.tree.read(output)).map { String(decoding: $0, as: UTF8.self) } ?? ""
            let line = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().first
            address = line.flatMap { JSON(text: String($0)) }?["address"]?.string
            return address != nil || !program.isRunning
        }
        self.program = program
        var browser = try await Browser(in: home)
        browser.server = program
        self.browser = browser
        try await browser.open(review: try #require(address, "\(program.notes)"))
    }
}
