import PhotoModel
import TOMLKit

/// The commands to run after `workphotos run`, with their arguments; empty for none.
package struct NotifySettings: Hashable, Sendable {
    /// `[notify] on-failure`: run if the exit status is not 0.
    package var onFailure: [String] = []
    /// `[notify] on-success`: run if the exit status is 0.
    package var onSuccess: [String] = []
}

/// Reads the configuration's `[notify]`, whose values are already lists of texts.
struct NotifyReader {
    /// Reads the commands.
    static func read(_ table: TOMLTable) throws(WrongValue) -> NotifySettings {
        NotifySettings(
            onFailure: try command("on-failure", in: table), onSuccess: try command("on-success", in: table))
    }

    private static func command(_ key: String, in table: TOMLTable) throws(WrongValue) -> [String] {
        let words = table[key]?.array.map { $0.compactMap { $0.string } } ?? []
        guard let program = words.first else { return [] }
        if program.isEmpty {
            throw WrongValue(
                key: key, wanted: "a program and its arguments, such as [\"mail\", \"-s\", \"photos\", \"me\"]")
        }
        return words
    }
}
