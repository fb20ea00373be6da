import Glibc
package import PhotoModel
package import PhotoPipeline
package import SystemPackage

extension FolderService: LocalPlace {
    package func roads() async throws(UploadError) -> [FilePath] { [] }

    package func surroundings() async throws(UploadError) -> [FileIdentity] {
        try await onThread { () throws(UploadError) in
            let top = try FolderTop(path, opening: methods.opening)
            return try attempt("cannot look at the directories above", at: .top) { () throws(Errno) in
                var (place, identities) = (top.directory.file, [top.identity])
                // The directory above the root is the root itself.
                while true {
                    let number = try repeated {
                        unsafe openat(place.number, "..", OpenFlags.path | O_DIRECTORY | O_CLOEXEC)
                    }
                    place = OpenFile(number)
                    let identity = try place.status().identity
                    if identity == identities.last { return identities }
                    identities.append(identity)
                }
            }
        }
    }
}
