import PhotoIndex
import PhotoModel

/// What a removal reads back from a destination to prove the copies there.
package struct ReadBack: Hashable, Sendable {
    /// The destination's name.
    package let destination: String
    /// How often each copy is read.
    package let reading: ProofReading
    /// The number of copies to check.
    package internal(set) var copies = 0
    /// The number of bytes to read, including second readings.
    package internal(set) var bytes: Int64 = 0

    /// In words, without a full stop.
    package var words: String {
        let name = terminalSafe(destination)
        return switch reading {
        case .never: "nothing is read back from \(name), whose own checksums prove the copies"
        case .once: "\(bytes.byteSize) are read back from \(name) to prove the copies"
        case .twice: "\(bytes.byteSize) are read back from \(name) to prove the copies, each twice"
        }
    }

    /// The same at the start of a line.
    package var sentence: String { words.prefix(1).uppercased() + words.dropFirst() }
}

extension ActionPlan where Group == GroupToRemove {
    /// What is read back from each destination to prove the copies of the groups to be removed, in the order of the
    /// rows. If a copy is not as it was, one at another destination is read in addition.
    ///
    /// - Parameters:
    ///   - require: the number of destinations, from the first of each group on, whose copies are checked.
    ///   - readings: how often each destination's copies are read, and its name, by row.
    /// - Returns: the destinations that are asked.
    func readBack(require: Int, _ readings: [Int64: (name: String, reading: ProofReading)]) -> [ReadBack] {
        var found: [Int64: ReadBack] = [:]
        for copies in groups.flatMap({ $0.receipts.prefix(require) }) {
            guard let (name, reading) = readings[copies.destination] else { continue }
            let bytes = copies.receipts.reduce(0) { $0 + $1.receipt.size }
            var readBack = found[copies.destination] ?? ReadBack(destination: name, reading: reading)
            readBack.copies += copies.receipts.count
            readBack.bytes += bytes * reading.rawValue
            found[copies.destination] = readBack
        }
        return found.sorted { $0.key < $1.key }.map(\.value)
    }
}
