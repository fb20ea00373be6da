extension Answer {
    /// The part of a content that a header `Range` asks for (RFC 9110, 14.2). The whole content if the header is
    /// missing or not understood; 416 if the range begins after the content's end.
    func part(_ header: String?) -> Answer {
        guard status == 200, case .content(let content, let whole) = body, let header, header.hasPrefix("bytes=") else {
            return self
        }
        let ends = header.dropFirst(6).split(separator: "-", omittingEmptySubsequences: false)
        guard ends.count == 2, !header.contains(",") else { return self }
        let size = whole.count
        let first: Int
        var last = size - 1
        if let start = Int(ends[0]) {
            first = start
            if let end = Int(ends[1]) {
                guard end >= start else { return self }
                last = min(last, end)
            }
        } else {
            guard let count = Int(ends[1]) else { return self }
            first = count == 0 ? size : max(0, size - count)
        }
        guard first < size else {
            return Answer(status: 416, headers: [("Content-Range", "bytes */\(size)")])
        }
        var part = self
        part.status = 206
        part.body = .content(content, first..<last + 1)
        part.headers.append(("Content-Range", "bytes \(first)-\(last)/\(size)"))
        return part
    }
}
