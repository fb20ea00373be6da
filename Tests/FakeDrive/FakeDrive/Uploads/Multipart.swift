/// A body of two parts (RFC 2387): JSON metadata and content.
enum Multipart {
    /// The first part.
    struct Metadata {
        let body: [UInt8]
        /// The type of the second part.
        let mediaType: String?
    }

    /// - Returns: nil if the request has no such body.
    static func parts(_ request: ReceivedRequest) -> (Metadata, content: [UInt8])? {
        guard let type = request.header("content-type"), type.hasPrefix("multipart/related"),
            let mark = type.range(of: "boundary=")
        else { return nil }
        var boundary = String(type[mark.upperBound...].prefix { $0 != ";" })
        if boundary.hasPrefix("\"") { boundary = String(boundary.dropFirst().dropLast()) }
        let parts = split(request.body, by: Array("--\(boundary)".utf8))
        guard parts.count == 2, let first = opened(parts[0]), let second = opened(parts[1]) else { return nil }
        return (Metadata(body: first.body, mediaType: second.type), second.body)
    }

    /// The parts between the boundaries, without the line ends that belong to the boundaries.
    private static func split(_ body: [UInt8], by boundary: [UInt8]) -> [ArraySlice<UInt8>] {
        var parts: [ArraySlice<UInt8>] = []
        var start: Int?
        var at = 0
        while at + boundary.count <= body.count {
            let isLineStart = at == 0 || body[at - 1] == 0x0A
            guard isLineStart, body[at] == boundary[0], body[at..<at + boundary.count].elementsEqual(boundary) else {
                at += 1
                continue
            }
            if let start {
                var end = at
                if end > start, body[end - 1] == 0x0A { end -= 1 }
                if end > start, body[end - 1] == 0x0D { end -= 1 }
                parts.append(body[start..<end])
            }
            at += boundary.count
            if body[at...].starts(with: "--".utf8) { return parts }
            while at < body.count, body[at] != 0x0A { at += 1 }
            at += 1
            start = at
        }
        return []
    }

    private static func opened(_ part: ArraySlice<UInt8>) -> (type: String?, body: [UInt8])? {
        var type: String?
        var rest = part
        while let end = rest.firstIndex(of: 0x0A) {
            var line = String(decoding: rest[rest.startIndex..<end], as: UTF8.self)
            if line.unicodeScalars.last == "\r" { line.unicodeScalars.removeLast() }
            rest = rest[(end + 1)...]
            if line.isEmpty { return (type, Array(rest)) }
            if line.lowercased().hasPrefix("content-type:") {
                type = String(line.dropFirst(13)).split(separator: " ").joined(separator: " ")
            }
        }
        return nil
    }
}

extension String {
    fileprivate func range(of text: String) -> Range<String.Index>? {
        var start = startIndex
        while start < endIndex {
            if self[start...].hasPrefix(text) { return start..<index(start, offsetBy: text.count) }
            start = index(after: start)
        }
        return nil
    }
}
