import GRDB
import PhotoModel

/// A pattern of whole paths, and where in each root they can be, by the bytes that it begins with before its first star, set
/// or question mark. As a question, `holds(?, root, path)`.
final class PathPattern: RowQuestion {
    /// By root, a condition on the column `path` with an AND before it, or nothing where it is all of the root. A root
    /// that no such path is in has none.
    let ranges: [Int64: String]
    private let pattern: Glob
    /// Each root's path with a slash behind it.
    private let roots: [Int64: [UInt8]]
    /// The path that was asked about last, of which the first bytes are its root's.
    private var path: [UInt8] = []
    private var root: Int64?
    private var rootLength = 0

    /// - Parameters:
    ///   - pattern: as ``PhotoSelection/path``.
    ///   - db: where the roots are.
    /// - Throws: what befalls a read.
    init(_ pattern: String, _ db: Database) throws {
        self.pattern = Glob(pattern)
        roots = try RootPaths.prefixes(db)
        let start = self.pattern.literalStart
        ranges = roots.compactMapValues { Self.range(of: start, in: $0) }
    }

    /// Whether the pattern begins too early to leave anything out.
    var leavesNothingOut: Bool { !ranges.isEmpty && ranges.values.allSatisfy(\.isEmpty) }

    override func answer(_ values: Values) -> Bool {
        let root = values.integer(0)
        if self.root != root {
            self.root = root
            path = roots[root] ?? []
            rootLength = path.count
        }
        path.removeLast(path.count - rootLength)
        unsafe values.withBytes(1) { unsafe path.append(contentsOf: $0) }
        return pattern.matches(path)
    }

    /// - Parameters:
    ///   - start: what the whole path begins with.
    ///   - root: a root's path with a slash behind it.
    /// - Returns: nil where no path below the root begins so.
    private static func range(of start: [UInt8], in root: [UInt8]) -> String? {
        if root.starts(with: start) { return "" }
        guard start.starts(with: root) else { return nil }
        let below = Array(start.dropFirst(root.count))
        // What follows all that begins so: the same with a last byte that is one more. 0xFF has none.
        var next = below
        while next.last == 0xFF { next.removeLast() }
        guard let last = next.popLast() else { return " AND path >= x'\(hexText(below))'" }
        return " AND path >= x'\(hexText(below))' AND path < x'\(hexText(next + [last + 1]))'"
    }
}
