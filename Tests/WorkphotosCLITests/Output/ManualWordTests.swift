import Foundation
import PhotoModel
import PhotoPipeline
import Testing

/// The closed lists of words in workphotos-json(5) are complete.
struct ManualWordTests {
    private let page: String

    init() throws {
        var top = URL(filePath: #filePath)
        for _ in 0..<4 { top.deleteLastPathComponent() }
        page = try String(contentsOf: top.appending(path: "man/workphotos-json.5"), encoding: .utf8)
    }

    /// The quoted words of the member's entry, which begins with these lines and ends at the next entry or the end of
    /// the list.
    private func words(of entry: String, _ prefix: String) throws -> [String] {
        let start = try #require(page.range(of: entry)).upperBound
        let lines = page[start...].split(separator: "\n").prefix { !$0.hasPrefix(".El") && !$0.hasPrefix(".It Cm") }
        return lines.filter { $0.hasPrefix(prefix) }.compactMap {
            $0.dropFirst(prefix.count).split(separator: " ").first.map(String.init)
        }
    }

    @Test func `Why an action was not done`() throws {
        let words = try words(of: ".It Cm why\nWhy it was skipped, refused or failed", ".It Ql ")
        #expect(words.sorted() == Action.Reason.allCases.map(\.rawValue).sorted())
    }

    @Test func `What a clean copy leaves out`() throws {
        let words = try words(of: ".It Cm removed\nWhat the copy leaves out", ".It Ql ")
        #expect(words == Carrier.allCases.map(\.rawValue))
    }

    @Test func `What a checkup checks`() throws {
        #expect(try words(of: ".It Cm name\nThe check:\n", ".It Ql ") == CheckLine.Name.allCases.map(\.rawValue))
    }

    @Test func `What keeps a photo`() throws {
        let words = try words(of: ".It Cm kept\n", ".Ql ").filter { $0 != "purge" }
        #expect(words == Self.kept)
    }

    /// What `why` can say of a photo that is kept, in the order in which a purge asks. Only a purge reaches
    /// destinations and reads copies.
    static var kept: [String] {
        let rules = GroupRule.all.filter { $0.acts.contains(.remove) }.map(\.reason)
        let asked = rules.filter { $0 != .unavailable && $0 != .notVerified }
        return [Why.ScanState.notIndexed.rawValue]
            + asked.indices.filter { !asked[..<$0].contains(asked[$0]) }.map { asked[$0].rawValue }
    }

    @Test func `Why a photo has its verdict`() throws {
        let words = try words(of: ".It Cm reason\nThe rule that decided:\n", ".Cm ")
        let reasons = words.map { $0.replacing("\\-", with: "-") }
        #expect(reasons.sorted() == Reason.allCases.map(\.rawValue).sorted())
    }

    @Test func `Kinds of work and their progress`() throws {
        #expect(try words(of: ".It Cm kind\nWhat is to be done:\n", ".Ql ") == ["upload", "purge"])
        #expect(try words(of: ".It Cm kind\nAs in a plan, or\n", ".Ql ") == ["undo", "retract"])
        #expect(Action.Kind.allCases.map(\.rawValue) == ["upload", "purge", "undo", "retract"])
        let states = try words(of: "the leader's.\n.It Cm state\n", ".Ql ")
        #expect(states == Action.State.allCases.map(\.rawValue))
    }
}
