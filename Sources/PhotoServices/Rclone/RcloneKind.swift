package import PhotoModel
package import PhotoPipeline
package import SystemPackage

/// What the installed rclone reaches: a remote of its configuration (`nas:photos`), or one with all its settings
/// (`:sftp,host=nas,user=me:photos`).
package struct RcloneKind: DestinationKind {
    package var name: String { "rclone" }
    package var form: String { "rclone:REMOTE:PATH" }
    package var neededKeys: [String] { ["remote"] }
    package var otherKeys: [String] { ["path"] }

    package init() {}

    package func place(of table: [String: String]) -> String {
        let remote = table["remote", default: ""]
        return "\(remote)\(remote.hasSuffix(":") ? "" : ":")\(table["path", default: ""])"
    }

    package func spec(of place: String, path: (String) -> FilePath) throws(TextError) -> DestinationSpec? {
        let spec: RcloneSpec
        do {
            spec = try RcloneSpec(place)
        } catch {
            // What rclone would not take may have secrets anywhere, and is not repeated.
            throw TextError("This is no place for rclone (\(form)): \(error.message)")
        }
        // A directory of this machine is a folder's place.
        if spec.remote == .local { return nil }
        return DestinationSpec(kind: name, place: place, shown: spec.shown)
    }

    package func spec(behindMount type: String?, source: String, below: [String]) -> String? {
        guard type == "fuse.rclone", source.contains(":") else { return form }
        let tail = below.joined(separator: "/")
        let separator = tail.isEmpty || source.hasSuffix(":") || source.hasSuffix("/") ? "" : "/"
        return "\(name):\(source)\(separator)\(tail)"
    }

    package func service(for spec: DestinationSpec) throws(UploadError) -> any UploadService {
        throw .notSentTo(spec)
    }
}
