/// A value that a user wrote and that means nothing here.
package struct TextError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong and how to write it instead: one sentence without a full stop. Contains no coordinates except one
    /// that is out of range.
    package let message: String

    package init(_ message: String) {
        self.message = message
    }

    package var description: String { message }
}

extension TextError {
    /// A pattern with a `[` that has no end. It matches only such a name, which is usually not what was meant.
    package static func openSet(in pattern: String) -> TextError {
        TextError("the [ in \(terminalSafe(pattern)) has no ]: write \\[ for one that is part of a name")
    }
}

/// The word among some that a mistyped one was probably meant to be; nil if none is close.
///
/// Close means at most a third of the word's length (but at least 1) in optimal string alignment distance (Damerau
/// 1964: insertions, deletions, substitutions and swaps of neighbours), ignoring case. Of several the first.
package func nearestWord(to word: String, among words: some Sequence<String>) -> String? {
    let typed = Array(word.lowercased())
    var nearest: (word: String, distance: Int)?
    for candidate in words {
        let distance = alignmentDistance(typed, Array(candidate.lowercased()))
        guard distance <= max(1, typed.count / 3), distance < nearest?.distance ?? .max else { continue }
        nearest = (candidate, distance)
    }
    return nearest?.word
}

private func alignmentDistance(_ a: [Character], _ b: [Character]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...b.count)
    for i in a.indices {
        var row = [i + 1]
        for j in b.indices {
            var best = min(last[j + 1] + 1, row[j] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
            if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
                best = min(best, beforeLast[j - 1] + 1)
            }
            row.append(best)
        }
        (beforeLast, last) = (last, row)
    }
    return last[b.count]
}
