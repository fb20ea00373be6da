import PhotoIntake
import PhotoModel
import SystemPackage

/// The other files of photos as they are on the disk now, by the names in their directories: a scan would group them
/// so. It may not know them yet. A directory is read once.
struct PartnersOnDisk {
    private var directories: [FilePath: NameFamilies?] = [:]

    /// The paths of a photo's other files, without sidecars; none where the directory cannot be read.
    mutating func paths(of photo: FilePath) -> [FilePath] {
        let directory = photo.removingLastComponent()
        let known = directories[directory]
        let families =
            known ?? DirectoryNames(of: directory).map { NameFamilies(photos: $0.photos, sidecars: []) }
        if known == nil { directories.updateValue(families, forKey: directory) }
        let name = DirectorySiblings.name(of: photo)
        return (families?.photos(with: name) ?? []).filter { $0 != name }.map { directory.appending(bytes: $0) }
    }
}
