extension World {
    /// A file in an answer (schema `File`), with the members that a mask asks for.
    ///
    /// - Parameter caller: the caller. Private properties are shown only to the client that wrote them.
    /// - Returns: an object with the members that exist.
    func json(_ file: FileRecord, for caller: Caller, _ mask: FieldMask, now: Int) -> JSON {
        var members: [JSON.Member] = []
        func add(_ name: String, _ value: @autoclosure () -> JSON?) {
            guard mask.has(name), let value = value() else { return }
            members.append(JSON.Member(name, value))
        }
        add("kind", "drive#file")
        add("id", .string(file.id))
        add("name", .string(file.name))
        add("mimeType", .string(file.mimeType))
        add("parents", file.parent.flatMap { parents($0, for: caller, now) })
        add("trashed", .bool(isTrashed(file)))
        add("explicitlyTrashed", .bool(file.isTrashed))
        add("trashedTime", file.trashedTime.map { .string(Times.text($0)) })
        add("starred", false)
        add("spaces", ["drive"])
        add("version", .string(String(file.version)))
        add("createdTime", .string(Times.text(file.createdTime)))
        add("modifiedTime", .string(Times.text(file.modifiedTime)))
        add("ownedByMe", .bool(file.owner == caller.email))
        add("isAppAuthorized", .bool(file.authorized.contains(caller.authorization)))
        add("driveId", file.driveID.map(JSON.string))
        add("teamDriveId", file.driveID.map(JSON.string))
        // "Not populated for items in shared drives", and the other only for those (discovery document).
        add("shared", file.driveID == nil ? .bool(!permissions(of: file).isEmpty) : nil)
        add("hasAugmentedPermissions", file.driveID == nil ? nil : .bool(!file.permissions.isEmpty))
        add("lastModifyingUser", user(file.lastModifiedBy, for: caller))
        add("owners", file.owner.flatMap { user($0, for: caller) }.map { .array([$0]) })
        add("appProperties", map(file.appProperties[caller.client]))
        add("properties", map(file.properties))
        add("webViewLink", .string("https://drive.google.com/file/d/\(file.id)/view?usp=drivesdk"))
        add("iconLink", .string("https://drive-thirdparty.googleusercontent.com/16/type/" + file.mimeType))
        add("capabilities", capabilities(file, for: caller, now))
        if mask.has("permissions") || mask.has("permissionIds"), file.driveID == nil,
            let role = role(of: caller, on: file, now: now), role >= .writer
        {
            add("permissions", .array(allPermissions(file).map { json($0.permission, in: file) }))
            add("permissionIds", .array(allPermissions(file).map { .string($0.permission.id) }))
        }
        addContent(of: file, add)
        for member in file.others where mask.has(member.name) {
            members.removeAll { $0.name == member.name }
            members.append(member)
        }
        return mask.applied(to: .object(members))
    }

    /// The members of files with content. Folders, shortcuts and Google's own documents have no checksums.
    private func addContent(of file: FileRecord, _ add: (String, @autoclosure () -> JSON?) -> Void) {
        guard let content = file.content else { return }
        let name = file.name
        add("size", .string(String(content.size)))
        add("quotaBytesUsed", .string(String(content.size)))
        add("md5Checksum", content.checksums.md5.map(JSON.string))
        // "If available": some old files have neither (discovery document, sha256Checksum).
        add("sha1Checksum", behaviour.omitsSHA256 ? nil : content.checksums.sha1.map(JSON.string))
        add("sha256Checksum", behaviour.omitsSHA256 ? nil : content.checksums.sha256.map(JSON.string))
        add("headRevisionId", .string("0B\(file.id.prefix(8))\(file.revision)"))
        add("originalFilename", .string(name))
        add("fileExtension", name.contains(".") ? name.split(separator: ".").last.map { .string(String($0)) } : nil)
        add("fullFileExtension", name.contains(".") ? name.split(separator: ".").last.map { .string(String($0)) } : nil)
        add("webContentLink", .string("https://drive.google.com/uc?id=\(file.id)&export=download"))
    }

    private func map(_ values: [String: String]?) -> JSON? {
        guard let values, !values.isEmpty else { return nil }
        return .object(values.sorted { $0.key < $1.key }.map { JSON.Member($0.key, .string($0.value)) })
    }

    /// The parent, unless the caller cannot see it. The top of My Drive is always included.
    private func parents(_ parent: String, for caller: Caller, _ now: Int) -> JSON? {
        guard let folder = files[parent] else { return nil }
        let isTop = folder.parent == nil
        return isTop || role(of: caller, on: folder, now: now) != nil ? .array([.string(parent)]) : nil
    }

    /// An account in an answer (schema `User`).
    func user(_ email: String, for caller: Caller) -> JSON? {
        guard let account = accounts[email] else { return nil }
        return [
            "kind": "drive#user", "displayName": .string(account.name), "me": .bool(email == caller.email),
            "permissionId": .string(account.permissionID), "emailAddress": .string(email),
        ]
    }

    private func capabilities(_ file: FileRecord, for caller: Caller, _ now: Int) -> JSON? {
        guard let role = role(of: caller, on: file, now: now) else { return nil }
        let mayOrganize = file.driveID == nil ? role >= .owner : role >= .fileOrganizer
        let mayDelete = file.driveID == nil ? role >= .owner : role >= .organizer
        return [
            "canAddChildren": .bool(file.isFolder && role >= .writer), "canDelete": .bool(mayDelete),
            "canDownload": .bool(!file.isFolder), "canEdit": .bool(role >= .writer),
            "canListChildren": .bool(file.isFolder), "canModifyContent": .bool(role >= .writer),
            "canRename": .bool(role >= .writer), "canShare": .bool(role >= .writer), "canTrash": .bool(mayOrganize),
            "canUntrash": .bool(mayOrganize),
        ]
    }
}
