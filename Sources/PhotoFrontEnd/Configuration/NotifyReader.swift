import PhotoModel
import TOMLKit

/// What the user wants to be run after `workphotos run`: commands with their arguments, empty for none.
package struct NotifySettings: Hashable, Sendable {
    /// `[notify] on-failure`: run where the exit status is not 0.
    package var onFailure: [String] = []
    /// `[notify] on-success`: run where it is 0.
    package var onSuccess: [String] = []
}

/// Reads the configuration's `[notify]`, whose values are lists of texts already.
struct NotifyReader {
    /// A value that cannot be, and what the key must be.
    struct Complaint: Error {
        let key: String
        let wanted: String
    }

    /// The commands.
    static func read(_ table: TOMLTable) throws(Complaint) -> NotifySettings {
        NotifySettings(
            onFailure: try command("on-failure", in: table), onSuccess: try command("on-success", in: table))
    }

    private static func command(_ key: String, in table: TOMLTable) throws(Complaint) -> [String] {
        let words = table[key]?.array.map { $0.compactMap { $0.string } } ?? []
        guard let program = words.first else { return [] }
        if program.isEmpty {
            throw Complaint(
                key: key, wanted: "a program and its arguments, such as [\"mail\", \"-s\", \"photos\", \"me\"]")
        }
        return words
    }
}
