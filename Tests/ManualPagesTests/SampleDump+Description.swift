import Foundation
import ManualPages
import Testing

extension SampleDump {
    /// The page of a program with this abstract and discussion.
    static func page(abstract: String, discussion: String) throws -> String {
        let command = ["commandName": "pick", "abstract": abstract, "discussion": discussion]
        let dump = try JSONSerialization.data(withJSONObject: ["serializationVersion": 0, "command": command])
        let manual = try Manual(dump: String(decoding: dump, as: UTF8.self))
        return try #require(manual.pages.first).text(date: "March 1, 2026")
    }

    /// The source lines of a discussion in the section DESCRIPTION, after the abstract.
    static func description(discussion: String) throws -> [String] {
        let lines = try page(abstract: "Abstract.", discussion: discussion).split(
            separator: "\n", omittingEmptySubsequences: false)
        let start = try #require(lines.firstIndex(of: ".Sh DESCRIPTION"))
        let section = lines[(start + 1)...].prefix { !$0.hasPrefix(".Sh ") }
        return section.dropFirst().drop { $0 == ".Pp" }.map(String.init)
    }
}
