internal import Glibc
internal import PhotoModel

extension Walk {
    /// The names of a directory's entries that promise photos, and of those that promise sidecars.
    static func names(in entries: EntryList) -> (photos: [[UInt8]], sidecars: [[UInt8]]) {
        var names: (photos: [[UInt8]], sidecars: [[UInt8]]) = ([], [])
        for entry in entries.entries {
            if entry.isSidecar {
                names.sidecars.append(entries.name(of: entry))
            } else {
                names.photos.append(entries.name(of: entry))
            }
        }
        return names
    }

    /// Whether the names in a directory may make groups of more than one.
    static func mayMakeGroups(_ entries: EntryList) -> Bool {
        var stems = StemMemory(capacity: entries.count)
        for entry in entries.entries {
            unsafe entries.withName(of: entry) { name in unsafe stems.add(name.bindMemory(to: UInt8.self).span) }
            if stems.mayJoin { return true }
        }
        return false
    }

    /// Whether the sidecars in a directory are not those that the index knows, each as it was.
    static func sidecarsDiffer(
        in entries: EntryList, of directory: OpenDirectory, key: PathKey, known: KnownFiles
    ) -> Bool {
        if known.count == 0 { return false }
        var sum = 0
        for entry in entries.entries where entry.isSidecar {
            var status = stat()
            let (error, path) = unsafe entries.withName(of: entry) { name in
                let error = unsafe lookUp(name, in: directory.descriptor, followsSymlinks: entry.isLink, &status)
                return (error, unsafe PathKey(directory: key, name: name))
            }
            if error != nil { continue }
            guard let index = known.index(of: path),
                known[index].matches(Fingerprint(status), keepsInodes: directory.fileSystem.keepsInodes)
            else { return true }
            sum &+= known.sidecarTerm(of: path)
        }
        return sum != known.sidecarSum(of: key)
    }
}
