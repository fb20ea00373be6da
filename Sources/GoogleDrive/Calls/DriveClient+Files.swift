import FoundationEssentials

extension DriveClient {
    /// Generates ids for new files. Creating a file with such an id is idempotent: a second attempt fails with
    /// `conflict`.
    ///
    /// - Parameter count: the number of ids; 1 to 1,000.
    /// - Returns: exactly `count` ids.
    /// - Throws: `answer` if the server returns fewer.
    package func generateIDs(_ count: Int) async throws(DriveError) -> [String] {
        struct Answer: Decodable {
            let ids: [String]
        }
        let count = min(max(count, 1), 1_000)
        let answer: Answer = try await call(
            "files.generateIds", .get, "files/generateIds",
            query: [("count", "\(count)"), ("space", "drive"), ("type", "files"), ("fields", "ids")])
        guard answer.ids.count == count else {
            throw DriveError(.answer, "the answer to files.generateIds has \(answer.ids.count) ids, not \(count)")
        }
        return answer.ids
    }

    /// Returns a file or folder, which may be in the trash.
    ///
    /// - Parameter id: the file's id; `root` is the root of My Drive.
    /// - Throws: `notFound`, also if this client may not see the file.
    package func file(_ id: String) async throws(DriveError) -> DriveFile {
        try await call(
            "files.get", .get, "files/\(formEncoded(id))",
            query: [("supportsAllDrives", "true"), ("fields", DriveFile.fields)])
    }

    /// A page of files.
    package struct Page: Sendable {
        /// The files; possibly empty even if there are more pages.
        package let files: [DriveFile]
        /// The token of the next page; nil on the last.
        package let next: String?
        /// Whether Drive reports that it did not search everywhere.
        package let isIncomplete: Bool
    }

    /// Returns one page of the files that match a query. Files in the trash are included unless the query excludes
    /// them.
    ///
    /// - Parameters:
    ///   - query: in Drive's query language, with texts quoted by ``queryText(_:)``; nil for all files.
    ///   - drive: the shared drive to search; nil for the user's own files and those shared with the user.
    ///   - size: the number of files; 1 to 1,000. Drive may return fewer.
    ///   - page: the token from the previous page; nil for the first.
    ///   - order: such as `createdTime`; nil for none.
    /// - Throws: `answer` for a page that leads to itself; the errors of every call.
    package func files(
        _ query: String?, drive: String? = nil, size: Int = 1_000, page: String? = nil, order: String? = nil
    ) async throws(DriveError) -> Page {
        struct Answer: Decodable {
            let files: [DriveFile]
            let nextPageToken: String?
            let incompleteSearch: Bool?
        }
        var parameters: [(name: String, value: String)] = [
            ("supportsAllDrives", "true"), ("includeItemsFromAllDrives", "true"), ("spaces", "drive"),
            ("pageSize", "\(min(max(size, 1), 1_000))"),
            ("fields", "nextPageToken,incompleteSearch,files(\(DriveFile.fields))"),
        ]
        parameters.append(("corpora", drive == nil ? "user" : "drive"))
        if let drive { parameters.append(("driveId", drive)) }
        if let query { parameters.append(("q", query)) }
        if let order { parameters.append(("orderBy", order)) }
        if let page { parameters.append(("pageToken", page)) }
        let answer: Answer = try await call("files.list", .get, "files", query: parameters)
        let next = answer.nextPageToken.flatMap { $0.isEmpty ? nil : $0 }
        if next != nil, next == page { throw DriveError(.answer, "the answer to files.list leads to itself") }
        return Page(files: answer.files, next: next, isIncomplete: answer.incompleteSearch ?? false)
    }

    /// Creates a file without content, such as a folder.
    ///
    /// - Parameter file: the file's properties. With an id, creating is idempotent.
    /// - Throws: `conflict` if a file with that id exists.
    package func create(_ file: FileChange) async throws(DriveError) -> DriveFile {
        try await call(
            "files.create", .post, "files",
            query: [("supportsAllDrives", "true"), ("fields", DriveFile.fields)], body: file)
    }

    /// Copies a file within Drive.
    ///
    /// - Parameter file: the copy's properties; what is missing is the file's. With an id, copying is idempotent.
    /// - Throws: `conflict` if a file with the copy's id exists.
    package func copy(_ id: String, as file: FileChange) async throws(DriveError) -> DriveFile {
        try await call(
            "files.copy", .post, "files/\(formEncoded(id))/copy",
            query: [("supportsAllDrives", "true"), ("fields", DriveFile.fields)], body: file)
    }

    /// Changes a file's metadata; its content stays.
    ///
    /// - Parameters:
    ///   - change: the new values; `id` and `parents` are ignored.
    ///   - parent: the folder to move the file to, and the one to move it from; nil for none.
    package func update(
        _ id: String, _ change: FileChange, moving parent: (to: String, from: String)? = nil
    ) async throws(DriveError) -> DriveFile {
        var change = change
        (change.id, change.parents) = (nil, nil)
        var query: [(name: String, value: String)] = [("supportsAllDrives", "true"), ("fields", DriveFile.fields)]
        if let parent { query += [("addParents", parent.to), ("removeParents", parent.from)] }
        return try await call("files.update", .patch, "files/\(formEncoded(id))", query: query, body: change)
    }

    /// Reads a file's content block by block.
    ///
    /// - Parameters:
    ///   - offset: the first byte to read; at the file's end or beyond there is nothing to read.
    ///   - count: the maximum number of bytes; nil for all that follow.
    ///   - each: called with the bytes, in order; an error from it ends the reading.
    /// - Returns: the number of bytes received.
    /// - Throws: `brokenOff` if fewer bytes arrive than promised; the errors of every call; what `each` throws.
    @discardableResult
    package func download(
        _ id: String, from offset: Int64 = 0, count: Int64? = nil, _ each: (UnsafeRawBufferPointer) throws -> Void
    ) async throws -> Int64 {
        if count == 0 { return 0 }
        var request = WireRequest(
            .get,
            endpoint.appending(
                "drive/v3/files/\(formEncoded(id))", query: [("alt", "media"), ("supportsAllDrives", "true")]))
        let isPart = offset > 0 || count != nil
        if isPart {
            request.headers.append(("Range", "bytes=\(offset)-\(count.map { "\(offset + $0 - 1)" } ?? "")"))
        }
        let answer = try await send(request, accepts: [416])
        if answer.status == 416 { return 0 }
        // A server may ignore a range, which is harmless only if the range began at the first byte.
        guard answer.status == 206 ? Self.start(of: answer) == offset : offset == 0 && (count == nil || !isPart) else {
            throw DriveError(
                .answer, "the answer to files.get has other bytes than those asked for", status: answer.status)
        }
        let promised = answer.header("Content-Length").flatMap { Int64($0) }
        let read = try unsafe await answer.body.read(each)
        if let promised, promised != read { throw DriveError(.brokenOff, "fewer bytes came than were promised") }
        return read
    }

    /// The first byte in `Content-Range: bytes 5-9/10` (RFC 9110, section 14.4); nil if the header does not name one.
    private static func start(of answer: WireAnswer) -> Int64? {
        guard let range = answer.header("Content-Range"), range.hasPrefix("bytes ") else { return nil }
        return Int64(range.dropFirst(6).prefix { $0 != "-" })
    }
}

/// Quotes a text for a query of `files.list`: adds quotation marks, and escapes `'` and `\` with `\`.
package func queryText(_ text: String) -> String {
    "'\(text.replacing("\\", with: "\\\\").replacing("'", with: "\\'"))'"
}
