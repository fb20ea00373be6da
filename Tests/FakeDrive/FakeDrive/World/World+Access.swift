extension World {
    /// The caller's role on a file.
    ///
    /// - Parameter now: the current time, because permissions expire.
    /// - Returns: nil if the caller cannot see the file.
    func role(of caller: Caller, on file: FileRecord, now: Int) -> Role? {
        if caller.seesOwnOnly, !file.authorized.contains(caller.authorization) { return nil }
        if file.owner == caller.email { return .owner }
        var role = file.driveID.flatMap { drives[$0]?.members[caller.email] }
        for (permission, _) in permissions(of: file) where covers(permission, caller.email, now) {
            guard let granted = Role(rawValue: permission.role) else { continue }
            role = max(role ?? granted, granted)
        }
        return role
    }

    private func covers(_ permission: PermissionRecord, _ email: String, _ now: Int) -> Bool {
        if let end = permission.expiration, end <= now { return false }
        switch permission.type {
        case "anyone": return true
        case "domain": return email.split(separator: "@").last.map(String.init) == permission.domain
        default: return permission.email == email
        }
    }

    /// The permissions of a file, each with the id of the file or folder that it is set on. Folders pass theirs on to
    /// everything below them (developers.google.com/workspace/drive/api/guides/manage-sharing: permissions propagate).
    func permissions(of file: FileRecord) -> [(permission: PermissionRecord, at: String)] {
        var found: [(permission: PermissionRecord, at: String)] = []
        var current: FileRecord? = file
        while let one = current {
            for permission in one.permissions where !found.contains(where: { $0.permission.id == permission.id }) {
                found.append((permission, one.id))
            }
            current = one.parent.flatMap { files[$0] }
        }
        return found
    }

    /// Finds the file that a call is about.
    ///
    /// - Parameters:
    ///   - id: its id, or `root` for the top of My Drive.
    ///   - call: the call. Without `supportsAllDrives`, files of shared drives count as missing.
    ///   - role: the least role that the caller needs.
    /// - Throws: `notFound` if it is missing or invisible, and 403 if the role does not suffice.
    func file(_ id: String, for call: APICall, atLeast role: Role = .reader) throws(APIError) -> FileRecord {
        let id = id == "root" ? accounts[call.caller.email]?.root ?? id : id
        guard let file = files[id], let granted = self.role(of: call.caller, on: file, now: call.now),
            file.driveID == nil || call.flag("supportsAllDrives") || call.flag("supportsTeamDrives")
        else { throw .notFound(id) }
        guard granted >= role else {
            throw APIError(
                403, "insufficientFilePermissions", "The user does not have sufficient permissions for this file.")
        }
        return file
    }

    /// Finds a parent folder. Every caller can use the top of My Drive, even one that cannot see it.
    ///
    /// - Throws: like `file`, and 403 if it is not a folder.
    func folder(_ id: String, for call: APICall) throws(APIError) -> FileRecord {
        let root = accounts[call.caller.email]?.root
        if id == "root" || id == root, let root, let folder = files[root] { return folder }
        if let drive = drives[id], let top = files[id], let member = drive.members[call.caller.email],
            member >= .writer,
            call.flag("supportsAllDrives") || call.flag("supportsTeamDrives"), !call.caller.seesOwnOnly
        {
            return top
        }
        let folder = try file(id, for: call, atLeast: .writer)
        guard folder.isFolder else {
            throw APIError(403, "parentNotAFolder", "The specified parent is not a folder.")
        }
        return folder
    }
}
