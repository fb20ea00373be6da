package import PhotoModel
package import PhotoPipeline
package import SystemPackage

/// Folders of Google Drive, by their path from the top folder. This version knows how they are written, and does not
/// send to them.
package struct DriveKind: DestinationKind {
    package var name: String { "drive" }
    package var form: String { "drive:FOLDER" }
    package var neededKeys: [String] { ["folder"] }
    package var otherKeys: [String] { [] }

    package init() {}

    package func place(of table: [String: String]) -> String { table["folder", default: ""] }

    package func spec(of place: String, path: (String) -> FilePath) throws(TextError) -> DestinationSpec? {
        DestinationSpec(kind: name, place: place)
    }

    package func service(
        for spec: DestinationSpec, settings: DestinationSettings
    ) throws(UploadError) -> any UploadService {
        throw .notSentTo(spec)
    }
}
