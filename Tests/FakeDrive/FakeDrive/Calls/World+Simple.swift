extension World {
    /// `about.get`: the token's account and its storage.
    func about(_ call: APICall) throws(APIError) -> Answer {
        let mask = try call.mask("About", usual: "kind")
        guard let account = accounts[call.caller.email] else { throw .notFound(call.caller.email) }
        let usage = usage(of: account.email)
        var quota: [JSON.Member] = [
            .init("usage", .string(String(usage.all))), .init("usageInDrive", .string(String(usage.all))),
            .init("usageInDriveTrash", .string(String(usage.trashed))),
        ]
        // Without a limit the member is absent (discovery document, storageQuota.limit).
        if let limit = account.isService ? 0 : account.storageLimit {
            quota.insert(.init("limit", .string(String(limit))), at: 0)
        }
        let about: JSON = [
            "kind": "drive#about", "user": user(account.email, for: call.caller) ?? .null,
            "storageQuota": .object(quota),
            "maxUploadSize": "5497558138880", "appInstalled": false, "canCreateDrives": true,
            "canCreateTeamDrives": true,
            "folderColorPalette": ["#ac725e"], "importFormats": [:], "exportFormats": [:], "maxImportSizes": [:],
            "driveThemes": [], "teamDriveThemes": [],
        ]
        return .json(mask.applied(to: about))
    }

    /// `files.generateIds`: 1 to 1,000 ids, 10 by default.
    mutating func generateIDs(_ call: APICall) throws(APIError) -> Answer {
        let mask = try call.mask("GeneratedIds", usual: "*")
        let space = call.query["space"] ?? "drive"
        guard space == "drive" || space == "appDataFolder" else { throw .invalid("space") }
        var ids: [JSON] = []
        for _ in 0..<(call.query["count"].flatMap { Int($0) } ?? 10) {
            let id = newFileID()
            generatedIDs.insert(id)
            ids.append(.string(id))
        }
        return .json(
            mask.applied(to: ["kind": "drive#generatedIds", "space": .string(space), "ids": .array(ids)]))
    }

    /// `drives.list`: the shared drives that the caller is a member of.
    mutating func listDrives(_ call: APICall) throws(APIError) -> Answer {
        let mask = try call.mask("DriveList", usual: "kind,nextPageToken,drives(kind,id,name)")
        guard call.query["q"] == nil else { throw .invalid("q", "FakeDrive has no queries of drives.") }
        let email = call.caller.email
        let mine = drives.values.filter { $0.members[email] != nil }.sorted { $0.id < $1.id }
        let size = call.query["pageSize"].flatMap { Int($0) } ?? 10
        let start = try startOfPage(call)
        var members: [JSON.Member] = [.init("kind", "drive#driveList")]
        if start + size < mine.count { members.append(.init("nextPageToken", .string("d\(start + size)"))) }
        let page = mine.dropFirst(start).prefix(size).map { json($0, for: email) }
        members.append(.init("drives", .array(page)))
        return .json(mask.applied(to: .object(members)))
    }

    private func startOfPage(_ call: APICall) throws(APIError) -> Int {
        guard let token = call.query["pageToken"] else { return 0 }
        guard token.hasPrefix("d"), let start = Int(token.dropFirst()) else { throw .invalid("pageToken") }
        return start
    }

    /// `drives.get`.
    func getDrive(_ call: APICall) throws(APIError) -> Answer {
        let mask = try call.mask("Drive", usual: "kind,id,name")
        let id = call.values["driveId"] ?? ""
        guard let drive = drives[id], drive.members[call.caller.email] != nil else {
            throw APIError(404, "notFound", "Shared drive not found: \(id)", at: "driveId")
        }
        return .json(mask.applied(to: json(drive, for: call.caller.email)))
    }

    private func json(_ drive: DriveRecord, for email: String) -> JSON {
        let role = drive.members[email] ?? .reader
        return [
            "kind": "drive#drive", "id": .string(drive.id), "name": .string(drive.name), "hidden": false,
            "createdTime": .string(Times.text(drive.createdTime)),
            "capabilities": [
                "canAddChildren": .bool(role >= .writer), "canEdit": .bool(role >= .writer), "canListChildren": true,
                "canDownload": true, "canShare": .bool(role >= .writer), "canManageMembers": .bool(role >= .organizer),
                "canRenameDrive": .bool(role >= .organizer), "canTrashChildren": .bool(role >= .fileOrganizer),
                "canDeleteChildren": .bool(role >= .organizer),
            ],
        ]
    }
}
