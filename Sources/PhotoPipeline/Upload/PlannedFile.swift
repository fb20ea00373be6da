package import PhotoModel
package import SystemPackage

/// A file as a plan or a staged action has it: what a change is told by.
package struct PlannedFile: Hashable, Sendable {
    /// Where it is; absolute.
    package var path: FilePath
    /// What it was in its group.
    package var role: Photo.Member.Role
    /// Its size in bytes.
    package var size: Int64
    /// Time of the last change of its content, nanoseconds since 1970-01-01T00:00:00Z.
    package var modified: Int64
    /// Time of the last change of content or attributes, and the inode number; nil where they were not written down.
    /// They count where the file system keeps them.
    package var attributes: Attributes?
    /// The SHA-256 of its bytes, 32 of them; nil where nobody had hashed it.
    package var sha256: [UInt8]?

    /// What a file system may make anew when it is mounted.
    package struct Attributes: Hashable, Sendable {
        /// Nanoseconds since 1970-01-01T00:00:00Z.
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

    /// A file of an action that was written down whole.
    package init(_ member: Action.Member) {
        let print = member.fingerprint
        self.init(
            path: member.path, role: member.role, size: print.size, modified: print.modified,
            attributes: Attributes(changed: print.changed, inode: print.inode), sha256: member.sha256)
    }

    /// Whether a file is still the one that was planned. Where both hashes are known they say so: a group that was
    /// parked and put back has other attributes, and the bytes that it had.
    ///
    /// - Parameters:
    ///   - print: the file as it is.
    ///   - known: the hash of its bytes as they are; nil where nobody knows it.
    ///   - keepsInodes: whether its file system keeps inode numbers and the time of the last change of attributes.
    /// - Returns: whether it is.
    func isSame(as print: Fingerprint, sha256 known: [UInt8]?, keepsInodes: Bool) -> Bool {
        guard size == print.size, modified == print.modified else { return false }
        if let sha256, let known { return sha256 == known }
        guard keepsInodes, let attributes else { return true }
        return attributes.changed == print.changed && attributes.inode == print.inode
    }
}

extension PlannedFile {
    /// The file for a line that tells what became of it.
    var member: Action.Member {
        Action.Member(
            path: path, role: role,
            fingerprint: Fingerprint(
                size: size, modified: modified, changed: attributes?.changed ?? 0, inode: attributes?.inode ?? 0),
            sha256: sha256)
    }
}
