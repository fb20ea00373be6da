import PhotoIndex
import PhotoModel

/// What a removal reads back from a destination to prove the copies there.
package struct ReadBack: Hashable, Sendable {
    /// What users call the destination.
    package let destination: String
    /// How often each copy is read.
    package let reading: ProofReading
    /// How many copies are asked for.
    package internal(set) var copies = 0
    /// The bytes that are read of them, those of a second reading too.
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

extension ActionPlan where Group == PurgeAct.Group {
    /// What is read back of every destination to prove the copies of the groups that go, in the order of the rows.
    /// Where a copy is not as it was, one at another destination is read besides.
    ///
    /// - Parameters:
    ///   - require: at so many destinations, the first of each group, copies are asked for.
    ///   - readings: how often each destination's copies are read, with what users call it, by row.
    /// - Returns: those that are asked.
    func readBack(require: Int, _ readings: [Int64: (name: String, reading: ProofReading)]) -> [ReadBack] {
        var found: [Int64: ReadBack] = [:]
        for copies in groups.flatMap({ $0.details.receipts.prefix(require) }) {
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
