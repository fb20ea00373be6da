package import PhotoModel
package import SystemPackage

/// A file as a plan or a staged action records it, with what reveals a change.
package struct PlannedFile: Hashable, Sendable {
    /// The file's path, absolute.
    package var path: FilePath
    /// The file's role in its group.
    package var role: Photo.Member.Role
    /// Its size in bytes.
    package var size: Int64
    /// When its content was last changed, in nanoseconds since 1970-01-01T00:00:00Z.
    package var modified: Int64
    /// The ctime and the inode number; nil if they were not recorded. They count if the file system keeps them.
    package var attributes: Attributes?
    /// The SHA-256 of its bytes, 32 of them; nil if it had not been hashed.
    package var sha256: [UInt8]?

    /// Attributes that a file system may renumber when it is mounted.
    package struct Attributes: Hashable, Sendable {
        /// The ctime, in nanoseconds since 1970-01-01T00:00:00Z.
        package var changed: Int64
        /// The inode number.
        package var inode: UInt64

        package init(changed: Int64, inode: UInt64) {
            self.changed = changed
            self.inode = inode
        }
    }

    /// A file as it was found.
    package init(
        path: FilePath, role: Photo.Member.Role, size: Int64, modified: Int64, attributes: Attributes? = nil,
        sha256: [UInt8]? = nil
    ) {
        self.path = path
        self.role = role
        self.size = size
        self.modified = modified
        self.attributes = attributes
        self.sha256 = sha256
    }

    /// A file of an action that was recorded completely.
    package init(_ member: Action.Member) {
        let print = member.fingerprint
        self.init(
            path: member.path, role: member.role, size: print.size, modified: print.modified,
            attributes: Attributes(changed: print.changed, inode: print.inode), sha256: member.sha256)
    }

    /// Whether a file is still the planned one. If both hashes are known, they decide: a group that was parked and put
    /// back has new attributes but the same bytes.
    ///
    /// - Parameters:
    ///   - print: the file as it is.
    ///   - known: the hash of its bytes now; nil if unknown.
    ///   - keepsInodes: whether its file system keeps inode numbers and ctimes.
    /// - Returns: whether it is the same.
    func isSame(as print: Fingerprint, sha256 known: [UInt8]?, keepsInodes: Bool) -> Bool {
        let recorded = member.fingerprint
        if let sha256, let known { return recorded.isSame(as: print, withInode: false) && sha256 == known }
        return recorded.isSame(as: print, withInode: keepsInodes && attributes != nil)
    }
}

extension PlannedFile {
    /// The file, for reporting its outcome.
    var member: Action.Member {
        Action.Member(
            path: path, role: role,
            fingerprint: Fingerprint(
                size: size, modified: modified, changed: attributes?.changed ?? 0, inode: attributes?.inode ?? 0),
            sha256: sha256)
    }
}
