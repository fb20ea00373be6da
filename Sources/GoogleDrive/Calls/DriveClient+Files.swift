import FoundationEssentials

extension DriveClient {
    /// Ids for files that are to be made. A file that is made with one of them is made once, however often it is asked
    /// for: the second time is a `conflict`.
    ///
    /// - Parameter count: how many; 1 to 1,000.
    /// - Returns: the ids; so many.
    /// - Throws: `answer` where fewer came.
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

    /// A file or folder, also one in the trash.
    ///
    /// - Parameter id: its id; `root` is the top of My Drive.
    /// - Returns: the file.
    /// - Throws: `notFound` also where this client may not see it.
    package func file(_ id: String) async throws(DriveError) -> DriveFile {
        try await call(
            "files.get", .get, "files/\(formEncoded(id))",
            query: [("supportsAllDrives", "true"), ("fields", DriveFile.fields)])
    }

    /// A page of files.
    package struct Page: Sendable {
        /// The files; there may be none although there are more pages.
        package let files: [DriveFile]
        /// What the next page is asked for with; nil where this is the last.
        package let next: String?
        /// Whether Drive says that it has not looked everywhere.
        package let isIncomplete: Bool
    }

    /// A page of the files that a query finds. Those in the trash are among them, unless the query leaves them out.
    ///
    /// - Parameters:
    ///   - query: Drive's own language; texts in it are made by ``queryText(_:)``. nil for all files.
    ///   - drive: the shared drive that is searched; nil for what the user has besides.
    ///   - size: how many files; 1 to 1,000. Drive may give fewer.
    ///   - page: what the page before gave; nil for the first.
    ///   - order: such as `createdTime`; nil for none.
    /// - Returns: the page.
    /// - Throws: as every call.
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

    /// Makes a file without bytes, such as a folder.
    ///
    /// - Parameter file: what it is to be; with an id, so that it is made once however often it is asked for.
    /// - Returns: the file.
    /// - Throws: `conflict` where there is one of that id already.
    package func create(_ file: FileChange) async throws(DriveError) -> DriveFile {
        try await call(
            "files.create", .post, "files",
            query: [("supportsAllDrives", "true"), ("fields", DriveFile.fields)], body: file)
    }

    /// Changes what is known of a file; its bytes stay.
    ///
    /// - Parameters:
    ///   - id: its id.
    ///   - change: what becomes different; its `id` and `parents` are left out.
    ///   - parent: the folder that it is moved to, and the one that it is in; nil for none.
    /// - Returns: the file as it is then.
    /// - Throws: as every call.
    package func update(
        _ id: String, _ change: FileChange, moving parent: (to: String, from: String)? = nil
    ) async throws(DriveError) -> DriveFile {
        var change = change
        (change.id, change.parents) = (nil, nil)
        var query: [(name: String, value: String)] = [("supportsAllDrives", "true"), ("fields", DriveFile.fields)]
        if let parent { query += [("addParents", parent.to), ("removeParents", parent.from)] }
        return try await call("files.update", .patch, "files/\(formEncoded(id))", query: query, body: change)
    }

    /// Reads a file's bytes, block by block.
    ///
    /// - Parameters:
    ///   - id: its id.
    ///   - offset: how many bytes at its start are left out; at its end or behind it there is nothing to read.
    ///   - count: how many are read; nil for all that follow.
    ///   - each: gets the bytes, in order; what it throws ends the reading.
    /// - Returns: how many bytes came.
    /// - Throws: `brokenOff` where fewer came than were promised, as every call, and what `each` throws.
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
        // A server may give all where a part from the first byte on was asked for; not where it was another part.
        guard answer.status == 206 ? Self.start(of: answer) == offset : offset == 0 && (count == nil || !isPart) else {
            throw DriveError(
                .answer, "the answer to files.get has other bytes than those asked for", status: answer.status)
        }
        let promised = answer.header("Content-Length").flatMap { Int64($0) }
        let read = try unsafe await answer.body.read(each)
        if let promised, promised != read { throw DriveError(.brokenOff, "fewer bytes came than were promised") }
        return read
    }

    /// The first byte of `Content-Range: bytes 5-9/10` (RFC 9110, section 14.4); nil where it says none.
    private static func start(of answer: WireAnswer) -> Int64? {
        guard let range = answer.header("Content-Range"), range.hasPrefix("bytes ") else { return nil }
        return Int64(range.dropFirst(6).prefix { $0 != "-" })
    }
}
