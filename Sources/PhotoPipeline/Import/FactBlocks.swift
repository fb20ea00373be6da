import PhotoModel
import SystemPackage

/// Whole lines of a file of facts.
struct FactBlock: Sendable {
    let file: FilePath
    /// The number of the first line, from 1.
    let line: Int
    let bytes: [UInt8]

    /// What the lines say, and what is wrong with those that say nothing.
    func read() -> (files: [ImportedFile], findings: [Finding]) {
        var (files, findings): ([ImportedFile], [Finding]) = ([], [])
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for (number, text) in zip(line..., lines) where !text.isEmpty {
            do throws(FactLine.Mistake) {
                if let file = try FactLine(Array(text)).file() { files.append(file) }
            } catch {
                findings.append(Finding(path: file, kind: .corrupt, detail: "line \(number) \(error.message)"))
            }
        }
        return (files, findings)
    }
}

/// Reads a file, or a pipe, in blocks of whole lines.
final class FactBlocks {
    private static let size = 1 << 18
    private static let longestLine = 1 << 24

    private let file: FilePath
    private let stream: WaitingStream
    /// The beginning of a line that was not read to its end.
    private var rest: [UInt8] = []
    private var line = 1

    /// - Throws: what open(2) fails with.
    init(_ file: FilePath, interruption: any Interruption) throws {
        self.file = file
        stream = try WaitingStream(file, interruption: interruption, patience: .seconds(10))
    }

    /// The next lines, a last one without its end among them; nil at the end.
    ///
    /// - Throws: as ``WaitingStream/read(into:)``.
    func next() throws -> FactBlock? {
        var bytes = rest
        rest = []
        var block = [UInt8](repeating: 0, count: Self.size)
        while bytes.count < Self.longestLine {
            let count = try unsafe block.withUnsafeMutableBytes { try unsafe stream.read(into: $0) }
            if count == 0 { break }
            bytes += block[..<count]
            if let end = block[..<count].lastIndex(of: UInt8(ascii: "\n")) {
                rest = Array(block[(end + 1)..<count])
                bytes.removeLast(rest.count)
                break
            }
        }
        if bytes.isEmpty { return nil }
        defer { line += bytes.count { $0 == UInt8(ascii: "\n") } }
        return FactBlock(file: file, line: line, bytes: bytes)
    }
}
