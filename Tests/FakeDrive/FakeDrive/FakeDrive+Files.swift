/// A file as tests see it.
package struct FakeFile: Sendable {
    package let id: String
    package let name: String
    package let mimeType: String
    package let parents: [String]
    /// Whether the file or a folder above it is in the trash.
    package let trashed: Bool
    package let size: Int?
    package let md5: String?
    package let sha256: String?
    /// The private properties of clients, by the client's id.
    package let appProperties: [String: [String: String]]
    package let owner: String?
    package let driveID: String?
    /// In Drive's format.
    package let modifiedTime: String
    package let version: Int

    package var isFolder: Bool { mimeType == FileRecord.folderType }
}

/// A permission as tests see it.
package struct FakePermission: Equatable, Sendable {
    package let id: String
    package let type: String
    package let role: String
    package let emailAddress: String?
    /// In Drive's format.
    package let expirationTime: String?
}

/// Changes that others make without the client.
extension FakeDrive {
    /// All files and folders except the tops of drives, oldest first.
    package var files: [FakeFile] {
        change { world, _ in
            world.files.values.filter { $0.parent != nil }.sorted { $0.sequence < $1.sequence }.map { world.shown($0) }
        }
    }

    /// The file with this id; nil if there is none.
    package func file(_ id: String) -> FakeFile? { change { world, _ in world.files[id].map { world.shown($0) } } }

    /// A file's content; nil for folders, and if contents are not kept.
    package func content(of id: String) -> [UInt8]? {
        let content = change { world, _ in world.files[id]?.content }
        return content?.bytes(0..<(content?.size ?? 0))
    }

    /// The id of the top of an account's My Drive.
    package func root(of account: FakeAccount) -> String {
        change { world, _ in world.accounts[account.email]?.root ?? "" }
    }

    /// Creates a file.
    ///
    /// - Parameters:
    ///   - parent: the folder; nil for the top of the owner's My Drive.
    ///   - owner: the owner, or in a shared drive the creator.
    ///   - client: the client that created it; nil if a person did.
    /// - Returns: its id.
    @discardableResult
    package func put(
        _ name: String, _ bytes: [UInt8], in parent: String? = nil, owner: FakeAccount, client: FakeClient? = nil,
        mimeType: String = "image/jpeg", appProperties: [String: String] = [:]
    ) -> String {
        let content = StoredContent(bytes, core.settings.checksums)
        return make(name, mimeType, parent, owner, client, content, appProperties)
    }

    /// Creates a folder.
    ///
    /// - Returns: its id.
    @discardableResult
    package func makeFolder(
        _ name: String, in parent: String? = nil, owner: FakeAccount, client: FakeClient? = nil
    ) -> String {
        make(name, FileRecord.folderType, parent, owner, client, nil, [:])
    }

    private func make(
        _ name: String, _ type: String, _ parent: String?, _ owner: FakeAccount, _ client: FakeClient?,
        _ content: StoredContent?, _ appProperties: [String: String]
    ) -> String {
        change { world, now in
            let folder = parent ?? world.accounts[owner.email]?.root ?? ""
            let drive = world.files[folder]?.driveID
            var file = FileRecord(
                id: world.newFileID(), name: name, mimeType: type, parent: folder,
                owner: drive == nil ? owner.email : nil,
                driveID: drive, createdTime: now, modifiedTime: now, lastModifiedBy: owner.email, revision: 1,
                content: content, sequence: world.next())
            if let client {
                file.authorized = [client.id + " " + owner.email]
                if !appProperties.isEmpty { file.appProperties[client.id] = appProperties }
            }
            world.insert(file)
            return file.id
        }
    }

    /// Renames a file.
    package func rename(_ id: String, to name: String) { edit(id) { file, _ in file.name = name } }

    /// Replaces a file's content.
    package func replace(_ id: String, _ bytes: [UInt8]) {
        let content = StoredContent(bytes, core.settings.checksums)
        edit(id) { file, now in
            file.content = content
            file.revision += 1
            file.modifiedTime = now
        }
    }

    /// Moves a file or folder to the trash.
    package func trash(_ id: String) {
        edit(id) { file, now in (file.isTrashed, file.trashedTime) = (true, now) }
    }

    /// Moves a file or folder to another folder.
    package func move(_ id: String, to folder: String) { edit(id) { file, _ in file.parent = folder } }

    /// Removes a file permanently, or a folder with everything below it.
    package func remove(_ id: String) { change { world, _ in world.removeTree(id) } }

    private func edit(_ id: String, _ body: (inout FileRecord, Int) -> Void) {
        change { world, now in world.change(id) { body(&$0, now) } }
    }

    /// Lets a person read a file or folder.
    package func share(_ id: String, with email: String) {
        change { world, _ in
            let permission = PermissionRecord(
                id: world.permissionID(of: email), type: "user", role: "reader", email: email)
            world.change(id) { $0.permissions.append(permission) }
        }
    }

    /// The file's own permissions, without inherited ones and the owner's.
    package func permissions(of id: String) -> [FakePermission] {
        change { world, _ in
            (world.files[id]?.permissions ?? []).map {
                FakePermission(
                    id: $0.id, type: $0.type, role: $0.role, emailAddress: $0.email,
                    expirationTime: $0.expiration.map(Times.text))
            }
        }
    }
}

extension World {
    fileprivate func shown(_ file: FileRecord) -> FakeFile {
        FakeFile(
            id: file.id, name: file.name, mimeType: file.mimeType, parents: file.parent.map { [$0] } ?? [],
            trashed: isTrashed(file), size: file.content?.size, md5: file.content?.checksums.md5,
            sha256: file.content?.checksums.sha256, appProperties: file.appProperties, owner: file.owner,
            driveID: file.driveID, modifiedTime: Times.text(file.modifiedTime), version: file.version)
    }
}
