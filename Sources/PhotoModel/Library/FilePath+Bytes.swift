package import SystemPackage

extension FilePath {
    /// The path's bytes, without the NUL at the end. They are the path's identity; text is for showing.
    package var bytes: [UInt8] {
        unsafe withPlatformString { start in
            unsafe Array(UnsafeRawBufferPointer(start: start, count: length))
        }
    }

    /// A path of the given bytes, which hold no NUL; what follows one is left out.
    package init(bytes: [UInt8]) {
        let characters = bytes.map { CChar(bitPattern: $0) } + [0]
        self = unsafe characters.withUnsafeBufferPointer { characters in
            guard let start = characters.baseAddress else { return FilePath() }
            return unsafe FilePath(platformString: start)
        }
    }

    /// The path with more behind its last name: that of a file beside another, as SQLite calls its own.
    package func appendingToName(_ suffix: String) -> FilePath {
        FilePath(bytes: bytes + Array(suffix.utf8))
    }

    /// The path `below`, bytes without slashes at the ends, taken relative to this directory; the directory itself if
    /// `below` is empty.
    package func appending(bytes below: [UInt8]) -> FilePath {
        if below.isEmpty { return self }
        return FilePath(bytes: (isEmpty ? [] : bytes.withSlash) + below)
    }
}

extension FilePath {
    /// The path from the last name of the root on that contains it; the whole path if none does, or if the root is
    /// right below the top.
    package func beginning(withNamesOf roots: [FilePath]) -> FilePath {
        guard let root = roots.first(where: { starts(with: $0) }), root.components.count > 1 else { return self }
        var short = self
        _ = short.removePrefix(root.removingLastComponent())
        return short
    }
}

extension [UInt8] {
    /// A directory's path with a slash behind it: what the paths of all that lies below begin with.
    package var withSlash: [UInt8] { last == UInt8(ascii: "/") ? self : self + [UInt8(ascii: "/")] }
}

extension FilePath.Component {
    /// Its bytes, which are no path.
    package var bytes: [UInt8] { FilePath(root: nil, [self]).bytes }
}
