import Foundation

/// What a run of the program came to.
struct Outcome: Sendable {
    /// Its exit code; 128 and the signal's number where a signal ended it.
    var exit: Int32
    var output: String
    var notes: String

    /// The JSON objects of the output, one a line.
    var lines: [[String: Any]] {
        output.split(separator: "\n").compactMap { line in
            (try? JSONSerialization.jsonObject(with: Data(line.utf8))) as? [String: Any]
        }
    }

    /// The member `what` of each problem of the output.
    var problems: [String] {
        lines.filter { $0["type"] as? String == "problem" }.compactMap { $0["what"] as? String }
    }

    /// A number of the summary, which is the last line.
    func count(_ name: String) -> Int? { lines.last?[name] as? Int }
}
