import PhotoIntake
import PhotoModel
import Testing
import WorkphotosTestSupport

/// A file of which damaged copies are read, one after the other. A copy that cannot be read is an issue.
struct DamagedFile {
    let bytes: [UInt8]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Reads copies that are cut, each after so many bytes.
    func forEachCut(
        after counts: some Sequence<Int>,
        _ check: (_ count: Int, _ content: FileContent, _ damage: Comment) -> Void = { _, _, _ in }
    ) throws {
        var copies = try Copies()
        for count in counts {
            let damage: Comment = "cut at \(count)"
            if let content = try copies.content(of: Array(bytes.prefix(count)), damage) {
                check(count, content, damage)
            }
        }
    }

    /// Reads copies in which one byte has another value.
    func forEachChange(
        in places: Range<Int>, to values: [UInt8] = [0x00, 0x01, 0x7F, 0x80, 0xFF],
        _ check: (_ content: FileContent, _ damage: Comment) -> Void = { _, _ in }
    ) throws {
        var copies = try Copies()
        for place in places {
            for value in values {
                var copy = bytes
                copy[place] = value
                let damage: Comment = "byte \(place) is \(value)"
                if let content = try copies.content(of: copy, damage) { check(content, damage) }
            }
        }
    }

    private struct Copies: ~Copyable {
        private let scratch: TemporaryTree
        private var reader = PhotoReader()

        init() throws { scratch = try TemporaryTree(inMemory: true) }

        mutating func content(of bytes: [UInt8], _ damage: Comment) throws -> FileContent? {
            do {
                return try reader.read(path: try scratch.write(bytes), now: later).get().content
            } catch let failure as ReadFailure {
                Issue.record(failure, damage)
                return nil
            }
        }
    }
}
