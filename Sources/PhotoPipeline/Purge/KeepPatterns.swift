import PhotoFiles
package import PhotoModel
package import SystemPackage

/// `[purge] keep`: patterns of paths that are never removed, as users write them.
///
/// A pattern matches whole absolute paths. `*` matches slashes too, and `/**/` matches one or more directories or none.
/// A leading `~/` is the home directory; a pattern that begins with neither a slash nor `~/` matches at any depth. A
/// pattern that matches a directory keeps everything below it. If a pattern leads through a symbolic link, it also
/// applies to the link's target, since the index has paths without links. When in doubt, more is kept rather than less.
package struct KeepPatterns: Hashable, Sendable {
    /// The globs that a path is matched against.
    package let globs: [Glob]

    /// - Parameters:
    ///   - patterns: the patterns as users write them.
    ///   - home: the home directory; nil if it is not known.
    /// - Throws: for a pattern that can match nothing, or needs a home that there is not.
    package init(_ patterns: [String], home: FilePath?) throws(TextError) {
        var globs: [Glob] = []
        for pattern in patterns {
            try Self.check(pattern)
            for text in Self.spelledOut(try Self.anchored(pattern, home: home)) {
                let ways = [text, Self.resolvingLinks(text)].compactMap(\.self)
                for way in ways { globs += [Glob(bytes: way), Glob(bytes: way + Array("/*".utf8))] }
            }
        }
        self.globs = globs
    }

    /// Throws for a pattern that can match nothing, so that nobody relies on it.
    package static func check(_ pattern: String) throws(TextError) {
        let parts = pattern.split(separator: "/")
        guard !parts.isEmpty else {
            throw TextError("a pattern must not be empty; write it as in \"~/Pictures/Family\"")
        }
        guard !parts.contains("."), !parts.contains("..") else {
            throw TextError(". and .. are not allowed in a pattern: write \(terminalSafe(pattern)) without them")
        }
        if Glob(pattern).hasOpenSet { throw .openSet(in: pattern) }
        if pattern.hasPrefix("~"), parts[0] != "~" {
            throw TextError("~ stands only for your own home, as in \"~/Pictures\": write the path in full")
        }
    }

    /// The pattern for whole paths, without doubled slashes and a trailing slash.
    private static func anchored(_ pattern: String, home: FilePath?) throws(TextError) -> [UInt8] {
        var parts = pattern.split(separator: "/").map { Array($0.utf8) }
        if pattern.hasPrefix("/") { return joined(parts) }
        if parts[0] == Array("~".utf8) {
            guard let home else {
                throw TextError("\(terminalSafe(pattern)) needs a home directory, and HOME is not set")
            }
            parts.replaceSubrange(0...0, with: names(of: home))
            return joined(parts)
        }
        // A leading star already matches all directories.
        return parts[0].first == UInt8(ascii: "*") ? Array(joined(parts).dropFirst()) : [star] + joined(parts)
    }

    /// The pattern with each `/**/` written both with a directory and without one, in all combinations.
    private static func spelledOut(_ pattern: [UInt8]) -> [[UInt8]] {
        let parts = pattern.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map(Array.init)
        var texts: [[[UInt8]]] = [[]]
        for (index, part) in parts.enumerated() {
            let mayBeNone = part == [star, star] && index > 0 && index < parts.count - 1
            texts = texts.map { $0 + [part] } + (mayBeNone ? texts : [])
        }
        return texts.map { Array($0.joined(separator: [UInt8(ascii: "/")])) }
    }

    /// The pattern with the links in its part before the first wildcard resolved, as far as that exists; nil if that
    /// changes nothing.
    private static func resolvingLinks(_ pattern: [UInt8]) -> [UInt8]? {
        guard pattern.first == UInt8(ascii: "/") else { return nil }
        let parts = pattern.split(separator: UInt8(ascii: "/")).map(Array.init)
        var count = parts.prefix { !$0.contains(where: Array("*?[\\".utf8).contains) }.count
        while count > 0 {
            if let resolved = try? SmallFile.resolvingLinks(FilePath(bytes: joined(Array(parts[..<count])))) {
                let text = joined(names(of: resolved) + parts[count...])
                return text == pattern ? nil : text
            }
            count -= 1
        }
        return nil
    }

    private static func joined(_ parts: [[UInt8]]) -> [UInt8] {
        parts.flatMap { [UInt8(ascii: "/")] + $0 }
    }

    /// The names in a path, as patterns that match exactly these names.
    private static func names(of path: FilePath) -> [[UInt8]] {
        path.bytes.split(separator: UInt8(ascii: "/")).map { name in
            name.flatMap { Array("*?[\\".utf8).contains($0) ? [UInt8(ascii: "\\"), $0] : [$0] }
        }
    }

    private static let star = UInt8(ascii: "*")
}
