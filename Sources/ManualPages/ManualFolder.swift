internal import Foundation

/// The directory of a program's pages (`*.1`). It may also contain handwritten pages of other sections.
package struct ManualFolder {
    /// The directory.
    package let path: String

    package init(path: String) {
        self.path = path
    }

    /// Writes the pages that are missing or stale, and removes those left over. Pages that are up to date keep their
    /// date.
    ///
    /// - Parameters:
    ///   - manual: the pages.
    ///   - today: the date of what is written, in mdoc's form, such as `March 1, 2026`.
    /// - Returns: the names of what was written or removed, in order.
    /// - Throws: `ManualError.file`.
    @discardableResult
    package func update(from manual: Manual, today: String) throws(ManualError) -> [String] {
        var changed: [String] = []
        for page in manual.pages {
            let old = try read(page.fileName)
            if let old, Self.date(of: old).map({ page.text(date: $0) }) == old { continue }
            try attempt(page.fileName) { try Data(page.text(date: today).utf8).write(to: url(page.fileName)) }
            changed.append(page.fileName)
        }
        let left = try leftovers(of: manual)
        for name in left {
            try attempt(name) { try FileManager.default.removeItem(at: url(name)) }
        }
        return (changed + left).sorted()
    }

    /// The date of a page, from its `.Dd` line.
    private static func date(of page: String) -> String? {
        let first = page.prefix { $0 != "\n" }
        return first.hasPrefix(".Dd ") ? String(first.dropFirst(4)) : nil
    }

    private func leftovers(of manual: Manual) throws(ManualError) -> [String] {
        let wanted = Set(manual.pages.map(\.fileName))
        let names = try attempt("") { try FileManager.default.contentsOfDirectory(atPath: path) }
        return names.filter { $0.hasSuffix(".1") && !wanted.contains($0) }
    }

    /// The text of a page; nil if the file does not exist.
    private func read(_ name: String) throws(ManualError) -> String? {
        guard FileManager.default.fileExists(atPath: url(name).path) else { return nil }
        return try attempt(name) { String(decoding: try Data(contentsOf: url(name)), as: UTF8.self) }
    }

    private func url(_ name: String) -> URL { URL(filePath: path).appending(path: name) }

    private func attempt<Value>(_ name: String, _ body: () throws -> Value) throws(ManualError) -> Value {
        do {
            return try body()
        } catch {
            throw .file(path: name.isEmpty ? path : "\(path)/\(name)", why: String(describing: error))
        }
    }
}
