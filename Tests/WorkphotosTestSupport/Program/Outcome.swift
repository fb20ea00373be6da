internal import Foundation

/// The result of a run of the program.
package struct Outcome: Sendable {
    /// The exit code; 128 plus the signal's number if a signal ended it.
    package var exit: Int32
    package var output: String
    package var notes: String

    /// The JSON objects in the output, one a line.
    package var lines: [[String: Any]] {
        output.split(separator: "\n").compactMap { line in
            (try? JSONSerialization.jsonObject(with: Data(line.utf8))) as? [String: Any]
        }
    }

    /// The member `what` of each problem in the output.
    package var problems: [String] {
        lines.filter { $0["type"] as? String == "problem" }.compactMap { $0["what"] as? String }
    }

    /// A number in the summary, which is the last line.
    package func count(_ name: String) -> Int? { lines.last?[name] as? Int }
}
