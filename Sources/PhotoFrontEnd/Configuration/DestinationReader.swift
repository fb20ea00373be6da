import PhotoModel
import PhotoPipeline
package import SystemPackage
import TOMLKit

/// A destination in the configuration.
package struct DestinationSetting: Sendable {
    package var name: String
    /// The spec, as users write it; a directory's path is not yet absolute.
    package var spec: String
    /// The line of its table, from 1; nil if unknown.
    package var line: Int?
    /// The file that defines it.
    package var path: FilePath?
}

/// Reads one table of the configuration's `[destinations]`, whose values are already texts.
struct DestinationReader {
    /// An error and its key; nil if it concerns the whole table.
    struct Complaint: Error {
        let key: String?
        let message: String
    }

    /// The known kinds of destinations.
    let kinds: DestinationKinds

    /// Reads the destination's spec, as users write it.
    func read(_ table: TOMLTable, name: String) throws(Complaint) -> String {
        guard !name.isEmpty, !name.contains(":") else {
            throw Complaint(key: nil, message: "the name of a destination must not be empty or contain ':'")
        }
        let names = kinds.names.joined(separator: ", ")
        guard let word = table["kind"]?.string else {
            throw Complaint(key: nil, message: "it has no kind: \(names)")
        }
        guard let kind = kinds[word] else {
            throw Complaint(key: "kind", message: "kind must be one of \(names)\(kinds.hint(for: word))")
        }
        for key in kind.neededKeys where table[key]?.string?.isEmpty ?? true {
            throw Complaint(key: table[key] == nil ? nil : key, message: "a \(kind.name) needs \(key)")
        }
        let keys = table.keys.sorted().filter { $0 != "kind" }
        for key in keys where !(kind.neededKeys + kind.otherKeys).contains(key) {
            throw Complaint(key: key, message: "\(key) does not apply to kind \"\(kind.name)\"")
        }
        let texts = keys.reduce(into: [:]) { $0[$1] = table[$1]?.string }
        return "\(kind.name):\(kind.place(of: texts))"
    }
}
