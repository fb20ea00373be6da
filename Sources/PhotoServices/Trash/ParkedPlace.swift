import CLinux
import Glibc
import PhotoModel
import PhotoPipeline
import SystemPackage

/// A name that a file gets instead of its own.
struct ParkedPlace {
    let folder: TrashFolder
    /// Where the folder is.
    let path: FilePath
    /// By what its mount is known.
    let mount: MountIdentity
    let name: FilePath

    /// What lies there; nil where nothing does.
    func file() throws(TrashError) -> ParkedFile? {
        do throws(Errno) {
            return try folder.status(name).map(ParkedFile.init)
        } catch {
            throw TrashError(error, doing: "cannot be looked at where it was put")
        }
    }

    /// Opens what lies there.
    func open() throws(TrashError) -> FileDescriptor {
        guard let file = try file() else { throw TrashError(.missing, "is no longer where it was put") }
        guard file.isRegular else { throw TrashError(.changed, "is not a regular file") }
        do throws(Errno) {
            let flags = O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC
            return FileDescriptor(rawValue: try folder.openDescriptor(name, flags))
        } catch {
            throw TrashError(error, doing: "cannot be opened where it was put")
        }
    }

    /// Renames a file to here.
    ///
    /// - Throws: `taken`, `missing`, `changed`, `refused`, `denied`, `failed`.
    func take(_ own: FilePath, from parent: TrashFolder) throws(TrashError) {
        do throws(Errno) {
            guard let status = try parent.status(own) else { throw Errno.noSuchFileOrDirectory }
            guard ParkedFile(status).isRegular else { throw Errno.notDirectory }
            try parent.rename(own, to: folder, name)
        } catch .fileExists {
            throw TrashError(.taken, "the name that it was to get in \(path) is taken")
        } catch .notDirectory {
            throw TrashError(.changed, "is not a regular file")
        } catch {
            throw TrashError(renaming: error, to: path)
        }
    }

    /// Renames the file from here to its own name. Where that turns out to be the wrong place it is parked again.
    ///
    /// - Parameters:
    ///   - home: its directory.
    ///   - own: its name there.
    ///   - check: looks, once it has its name, whether that is where it belongs; only where that throws.
    /// - Throws: as below, and what `check` throws.
    func giveBack(to home: HeldFolder, _ own: FilePath, _ check: () throws(TrashError) -> Void) throws(TrashError) {
        let file = try file()
        try giveBack(to: home.folder, at: home.path, own)
        do throws(TrashError) {
            try check()
        } catch {
            // Only what just came from here goes back.
            if try home.place(own).file() == file { try take(own, from: home.folder) }
            throw error
        }
    }

    /// Renames the file from here.
    ///
    /// - Throws: `occupied`, `missing`, `refused`, `denied`, `failed`.
    func giveBack(to parent: TrashFolder, at directory: FilePath, _ own: FilePath) throws(TrashError) {
        do throws(Errno) {
            try folder.rename(name, to: parent, own)
        } catch .fileExists {
            throw TrashError(
                .occupied, "another file has the name; this one is kept as \(path.appending(name.components))")
        } catch {
            throw TrashError(renaming: error, to: directory)
        }
    }

    /// Makes sure that what lies here is what was proved.
    ///
    /// - Throws: `missing`, `changed`, `denied`, `failed`.
    func check(_ proof: RemovalProof) throws(TrashError) {
        guard let file = try file() else { throw TrashError(.missing, "is no longer where it was put") }
        guard file == proof.file, file.isRegular else {
            throw TrashError(.changed, "is no longer the file that was checked")
        }
    }

    /// Removes for good what lies at some places, all of it or, where one is not what was proved or was written to
    /// since, none. That something is missing keeps none of the others.
    ///
    /// - Returns: for each `missing`, `changed`, `interrupted`, `denied`, `failed`. Behind the first that cannot be
    ///   removed none is.
    static func unlink(_ files: [(place: ParkedPlace, proof: RemovalProof)]) -> [TrashError?] {
        var results = [TrashError?](repeating: nil, count: files.count)
        // What takes long comes first: little time is to pass between the last look at each and its end.
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
        try proof.checkLease()
        do throws(Errno) {
            try folder.remove(name)
        } catch {
            throw TrashError(error, doing: "cannot be removed")
        }
    }
}

extension ParkedFile {
    init(_ status: stat) {
        let status = FolderStatus(status)
        self.init(
            identity: status.identity, size: status.size, modified: status.modified, isRegular: status.isRegular)
    }
}

extension TrashError {
    /// What a rename that failed means.
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
