import PhotoModel
import TOMLKit

/// A destination as the configuration has it.
struct DestinationSetting: Sendable {
    /// Its name.
    var name: String
    /// Where it is; a folder's path is not yet made absolute.
    var kind: Kind
    /// The line of its table, from 1; nil where it cannot be told.
    var line: Int?

    /// Where a destination is.
    enum Kind: Hashable, Sendable {
        case folder(path: String)
        case rclone(remote: String, path: String)
        case drive(folder: String)
    }
}

/// Reads one table of the configuration's `[destinations]`, whose values are texts already.
struct DestinationReader {
    /// What is wrong, and at which key; nil where it is the table as such.
    struct Complaint: Error {
        let key: String?
        let message: String
    }

    /// The kinds, with the keys that each has to have, and those that it may have.
    private static let kinds: KeyValuePairs = [
        "folder": (needed: ["path"], allowed: []), "rclone": (needed: ["remote"], allowed: ["path"]),
        "drive": (needed: ["folder"], allowed: [String]()),
    ]

    /// Where the destination is.
    static func read(_ table: TOMLTable, name: String) throws(Complaint) -> DestinationSetting.Kind {
        guard !name.isEmpty, !name.contains(":") else {
            throw Complaint(key: nil, message: "the name of a destination is not empty and has no ':'")
        }
        let names = kinds.map(\.key)
        guard let word = table["kind"]?.string else {
            throw Complaint(key: nil, message: "it has no kind: \(names.joined(separator: ", "))")
        }
        guard let (kind, keys) = kinds.first(where: { $0.key == word }) else {
            let hint = nearestWord(to: word, among: names).map { "; did you mean '\($0)'?" } ?? ""
            throw Complaint(key: "kind", message: "kind must be one of \(names.joined(separator: ", "))\(hint)")
        }
        for key in keys.needed where table[key]?.string?.isEmpty ?? true {
            throw Complaint(key: table[key] == nil ? nil : key, message: "a \(kind) needs \(key)")
        }
        for key in table.keys.sorted() where key != "kind" && !(keys.needed + keys.allowed).contains(key) {
            throw Complaint(key: key, message: "\(key) does not go with kind \"\(kind)\"")
        }
        let path = table["path"]?.string ?? ""
        switch kind {
        case "folder": return .folder(path: path)
        case "rclone": return .rclone(remote: table["remote"]?.string ?? "", path: path)
        default: return .drive(folder: table["folder"]?.string ?? "")
        }
    }
}
