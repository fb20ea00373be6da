import Glibc
import PhotoFiles
import PhotoModel
import PhotoPipeline
import SystemPackage

/// A name that a file gets while it is parked.
struct ParkedPlace {
    let folder: DirectoryHandle
    /// The folder's path.
    let path: FilePath
    let mount: MountIdentity
    let name: FilePath

    /// The file there; nil if there is none.
    func file() throws(TrashError) -> ParkedFile? {
        do throws(Errno) {
            return try folder.status(name).map(ParkedFile.init)
        } catch {
            throw TrashError(error, doing: "cannot be looked at where it was put")
        }
    }

    func open() throws(TrashError) -> FileDescriptor {
        guard let file = try file() else { throw TrashError(.missing, "is no longer where it was put") }
        guard file.isRegular else { throw TrashError(.changed, "is not a regular file") }
        do throws(Errno) {
            let flags = O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC
            return FileDescriptor(rawValue: try folder.openDescriptor(name, flags: flags))
        } catch {
            throw TrashError(error, doing: "cannot be opened where it was put")
        }
    }

    /// Renames a file to this place.
    ///
    /// - Throws: `taken`, `missing`, `changed`, `refused`, `denied`, `failed`.
    func take(_ own: FilePath, from parent: DirectoryHandle) throws(TrashError) {
        do throws(Errno) {
            guard let status = try parent.status(own) else { throw Errno.noSuchFileOrDirectory }
            guard status.isRegular else { throw Errno.notDirectory }
            try parent.rename(own, to: folder, name)
        } catch .fileExists {
            throw TrashError(.taken, "the name that it was to get in \(path) is taken")
        } catch .notDirectory {
            throw TrashError(.changed, "is not a regular file")
        } catch {
            throw TrashError(renaming: error, to: path)
        }
    }

    /// Renames the file back to its own name. If that turns out to be the wrong place it is parked again.
    ///
    /// - Parameter check: called once it has its name; throws if it does not belong there.
    /// - Throws: as below, and what `check` throws.
    func restore(to home: HeldFolder, _ own: FilePath, _ check: () throws(TrashError) -> Void) throws(TrashError) {
        let file = try file()
        try restore(to: home.folder, at: home.path, own)
        do throws(TrashError) {
            try check()
        } catch {
            // Only a file that was just restored is parked again.
            if try home.place(own).file() == file { try take(own, from: home.folder) }
            throw error
        }
    }

    /// Renames the file to its own name.
    ///
    /// - Throws: `occupied`, `missing`, `refused`, `denied`, `failed`.
    func restore(to parent: DirectoryHandle, at directory: FilePath, _ own: FilePath) throws(TrashError) {
        do throws(Errno) {
            try folder.rename(name, to: parent, own)
        } catch .fileExists {
            throw TrashError(
                .occupied, "another file has the name; this one is kept as \(path.appending(name.components))")
        } catch {
            throw TrashError(renaming: error, to: directory)
        }
    }

    /// Checks that the file is the one that was proved.
    ///
    /// - Throws: `missing`, `changed`, `denied`, `failed`.
    func check(_ proof: RemovalProof) throws(TrashError) {
        guard let file = try file() else { throw TrashError(.missing, "is no longer where it was put") }
        guard file == proof.file, file.isRegular else {
            throw TrashError(.changed, "is no longer the file that was checked")
        }
    }

    /// Permanently removes the files at some places: all of them, or none if one is not what was proved or was written
    /// to since. A missing file does not keep the others.
    ///
    /// - Returns: for each `missing`, `changed`, `interrupted`, `denied`, `failed`. After the first that cannot be
    ///   removed none is.
    static func unlink(_ files: [(place: ParkedPlace, proof: RemovalProof)]) -> [TrashError?] {
        var results = [TrashError?](repeating: nil, count: files.count)
        // Slow checks come first, so that little time passes between the last check of each file and its removal.
        forEach(files, &results) { _, file throws(TrashError) in try file.proof.checkUnwritten() }
        forEach(files, &results) { _, file throws(TrashError) in try file.place.check(file.proof) }
        for (index, file) in files.enumerated() where results[index] == nil && !results.contains(where: isObstacle) {
            do throws(TrashError) {
                try file.place.unlink(file.proof)
            } catch {
                results[index] = error
            }
        }
        return results
    }

    private func unlink(_ proof: RemovalProof) throws(TrashError) {
        try check(proof)
        try proof.remove { () throws(TrashError) in
            do throws(Errno) {
                try folder.remove(name)
            } catch {
                throw TrashError(error, doing: "cannot be removed")
            }
        }
    }
}

extension TrashError {
    init(renaming error: Errno, to directory: FilePath) {
        switch error {
        case .improperLink:
            self.init(
                .refused, "no rename leads from its directory to \(directory): another mount or subvolume lies between")
        case .invalidArgument:
            self.init(.refused, "its file system cannot rename without overwriting")
        default:
            self.init(error, doing: "cannot be renamed")
        }
    }
}
