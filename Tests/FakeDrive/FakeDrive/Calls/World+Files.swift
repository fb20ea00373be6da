extension World {
    /// `files.get`: a file's metadata, or its content with `alt=media`.
    func getFile(_ call: APICall) throws(APIError) -> Answer {
        let file = try file(call.values["fileId"] ?? "", for: call)
        if call.query["alt"] != "media" {
            return .json(json(file, for: call.caller, try call.mask("File", usual: APICall.usualFile), now: call.now))
        }
        guard let content = file.content else {
            throw APIError(
                403, "fileNotDownloadable",
                "Only files with binary content can be downloaded. Use Export with Docs Editors files.", at: "alt")
        }
        guard content.isKept else { throw APIError(500, "backendError", "FakeDrive has kept no contents.") }
        return Answer(
            status: 200, headers: [("Content-Type", file.mimeType)],
            body: .content(content, 0..<content.size))
    }

    /// `files.create`, without content.
    mutating func createFile(_ call: APICall) throws(APIError) -> Answer {
        let mask = try call.mask("File", usual: APICall.usualFile)
        var file = try newFile(FileChange(call.body ?? .object([]), isNew: true), for: call)
        // A file without content and without a Google type is empty.
        if !file.mimeType.hasPrefix("application/vnd.google-apps.") {
            try checkRoom(0, for: file, call)
            file.content = StoredContent([], Set(Checksums.Kind.allCases))
        }
        place(file)
        return .json(json(file, for: call.caller, mask, now: call.now))
    }

    /// `files.copy`: a file with the content of another, and with its name, type and properties where the request
    /// gives none. It goes into the original's folder unless the request names one.
    mutating func copyFile(_ call: APICall) throws(APIError) -> Answer {
        let mask = try call.mask("File", usual: APICall.usualFile)
        let original = try file(call.values["fileId"] ?? "", for: call)
        guard let content = original.content else {
            throw APIError(403, "cannotCopyFile", "This file cannot be copied by the user.")
        }
        var change = try FileChange(call.body ?? .object([]), isNew: true)
        change.name = change.name ?? "Copy of \(original.name)"
        change.mimeType = change.mimeType ?? original.mimeType
        change.parents = change.parents ?? original.parent.map { [$0] }
        let own = original.appProperties[call.caller.client] ?? [:]
        change.appProperties = own.mapValues { .some($0) }.merging(change.appProperties) { $1 }
        var copy = try newFile(change, for: call)
        try checkRoom(content.size, for: copy, call)
        copy.content = content
        place(copy)
        return .json(json(copy, for: call.caller, mask, now: call.now))
    }

    /// Checks a new file without inserting it.
    ///
    /// - Throws: 400 for an id that was not generated, 409 for an existing id, 404 for a parent that the caller cannot
    ///   see.
    mutating func newFile(_ change: FileChange, for call: APICall) throws(APIError) -> FileRecord {
        let id = try newID(change, call)
        guard (change.parents ?? []).count <= 1 else {
            throw APIError(403, "multipleParentsNotAllowed", "A file has exactly one parent.", at: "parents")
        }
        let folder = try folder(change.parents?.first ?? "root", for: call)
        var file = FileRecord(
            id: id, name: "Untitled", mimeType: "application/octet-stream", parent: folder.id,
            owner: folder.driveID == nil ? folder.owner : nil, driveID: folder.driveID,
            authorized: [call.caller.authorization], createdTime: change.createdTime ?? call.now,
            modifiedTime: call.now,
            lastModifiedBy: call.caller.email, sequence: next())
        // The account that creates a file owns it, even in another account's folder.
        if file.driveID == nil { file.owner = call.caller.email }
        try change.apply(to: &file, client: call.caller.client)
        if change.id == nil { noteCreate(change.name, change.parents?.first, call.caller, call.number) }
        return file
    }

    private mutating func newID(_ change: FileChange, _ call: APICall) throws(APIError) -> String {
        guard let id = change.id else { return newFileID() }
        if files[id] != nil {
            throw APIError(409, "fileIdInUse", "A file already exists with the provided ID.", at: "file.id")
        }
        guard generatedIDs.contains(id) else {
            journal.breach(.idNotGenerated, call.number, "the id \(id) was not given out by generateIds")
            throw .invalid("file.id", "The provided file ID is not usable.")
        }
        return id
    }

    /// Reports a create without an id if a similar one was sent before: if only the answer was lost, it makes a second
    /// file (guides/manage-uploads).
    private mutating func noteCreate(_ name: String?, _ parent: String?, _ caller: Caller, _ number: Int) {
        let key = [caller.email, caller.client, name ?? "", parent ?? "root"]
        if let earlier = journal.creates.updateValue(number, forKey: key) {
            journal.breach(.repeatedCreateWithoutID, number, "'\(name ?? "")' was sent as number \(earlier) already")
        }
    }

    /// Records a create that is not carried out while the client cannot know that.
    mutating func noteDoubtfulCreate(_ request: ReceivedRequest, now: Int) {
        guard request.method == "POST", ["/drive/v3/files", "/upload/drive/v3/files"].contains(request.path),
            let body = JSON(parsing: request.body), body["id"] == nil,
            let caller = try? caller(of: request, now: now)
        else { return }
        noteCreate(body["name"]?.string, body["parents"]?.elements.first?.string, caller, request.number)
    }

    /// Inserts a checked file.
    mutating func place(_ file: FileRecord) {
        generatedIDs.remove(file.id)
        insert(file)
    }

    /// `files.update`, without content.
    mutating func updateFile(_ call: APICall) throws(APIError) -> Answer {
        let mask = try call.mask("File", usual: APICall.usualFile)
        let id = try update(FileChange(call.body ?? .object([]), isNew: false), for: call, content: nil)
        guard let file = files[id] else { throw .notFound(id) }
        return .json(json(file, for: call.caller, mask, now: call.now))
    }

    /// Carries out a change, with or without new content.
    ///
    /// - Returns: the file's id.
    mutating func update(
        _ change: FileChange, for call: APICall, content: StoredContent?
    ) throws(APIError) -> String {
        var file = try file(call.values["fileId"] ?? "", for: call, atLeast: .writer)
        let old = file
        try move(&file, call)
        try change.apply(to: &file, client: call.caller.client)
        if let isTrashed = change.isTrashed, isTrashed != file.isTrashed {
            try mayOrganize(file, call)
            file.isTrashed = isTrashed
            file.trashedTime = isTrashed ? call.now : nil
        }
        if let content {
            try checkRoom(content.size - (old.content?.size ?? 0), for: file, call)
            file.content = content
            file.revision += 1
            file.modifiedTime = change.modifiedTime ?? call.now
        }
        file.lastModifiedBy = call.caller.email
        let changed = file
        self.change(file.id) { $0 = changed }
        return file.id
    }

    private func mayOrganize(_ file: FileRecord, _ call: APICall) throws(APIError) {
        let least: Role = file.driveID == nil ? .owner : .fileOrganizer
        guard let role = role(of: call.caller, on: file, now: call.now), role >= least else {
            throw APIError(
                403, "insufficientFilePermissions", "The user does not have sufficient permissions for this file.")
        }
    }

    /// Moves a file by `addParents` and `removeParents`. It must have exactly one parent afterwards
    /// (guides/ref-single-parent).
    private func move(_ file: inout FileRecord, _ call: APICall) throws(APIError) {
        let added = (call.query["addParents"] ?? "").split(separator: ",").map(String.init)
        let removed = (call.query["removeParents"] ?? "").split(separator: ",").map(String.init)
        guard !added.isEmpty || !removed.isEmpty else { return }
        let root = accounts[call.caller.email]?.root
        let without = removed.map { $0 == "root" ? root ?? $0 : $0 }
        guard added.count == 1 else {
            throw added.isEmpty
                ? APIError(403, "cannotRemoveLastParent", "A file has exactly one parent.", at: "removeParents")
                : APIError(403, "cannotAddParent", "Increasing the number of parents is not allowed", at: "addParents")
        }
        let folder = try folder(added[0], for: call)
        guard without == [file.parent ?? ""] || folder.id == file.parent else {
            throw APIError(403, "cannotAddParent", "Increasing the number of parents is not allowed", at: "addParents")
        }
        file.parent = folder.id
        file.driveID = folder.driveID
        file.owner = folder.driveID == nil ? file.owner ?? call.caller.email : nil
    }

    /// `files.delete`: removes permanently, and with a folder everything below it.
    mutating func deleteFile(_ call: APICall) throws(APIError) -> Answer {
        let file = try file(call.values["fileId"] ?? "", for: call)
        guard let role = role(of: call.caller, on: file, now: call.now),
            role >= (file.driveID == nil ? .owner : .organizer),
            file.parent != nil
        else {
            throw APIError(
                403, "insufficientFilePermissions", "The user does not have sufficient permissions for this file.")
        }
        removeTree(file.id)
        return Answer(status: 204)
    }

    /// Checks the storage quota and the daily limit.
    ///
    /// - Throws: 403 with the reasons of guides/handle-errors: the account's storage is full, a service account has
    ///   none, or the daily limit of bytes is reached.
    func checkRoom(_ bytes: Int, for file: FileRecord, _ call: APICall) throws(APIError) {
        if let limit = behaviour.dailyLimit, sentBytes[call.caller.email, default: 0] + bytes > limit {
            throw APIError(403, "userRateLimitExceeded", "User rate limit exceeded.")
        }
        guard let owner = file.owner, let account = accounts[owner] else { return }
        if account.isService {
            throw APIError(
                403, "storageQuotaExceeded",
                "Service Accounts do not have storage quota. Leverage shared drives, or use OAuth delegation instead.")
        }
        guard let limit = account.storageLimit, bytes > 0 else { return }
        guard usage(of: owner).all + bytes <= limit else {
            throw APIError(403, "storageQuotaExceeded", "The user's Drive storage quota has been exceeded.")
        }
    }
}
