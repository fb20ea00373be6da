package import PhotoModel
package import PhotoPipeline
package import SystemPackage

/// A kind of destination with the format of one of the program's, and with a test's services.
package struct TestKind: DestinationKind {
    package let name: String
    package let form: String
    package let neededKeys: [String]
    package var otherKeys: [String] = []
    package var settings: [KindSetting] = []
    /// The table of the settings; nil for the kind's own.
    var table: String?
    /// Whether its places are directories on this machine.
    var isFolder = false
    /// Whether its places contain a colon.
    var hasRemote = false
    let makeService: UploadServiceMaker

    package var takesPaths: Bool { isFolder }
    package var settingsTable: String { table ?? name }

    package func place(of table: [String: String]) -> String {
        hasRemote
            ? (neededKeys + otherKeys).map { table[$0, default: ""] }.joined(separator: ":")
            : table[neededKeys[0], default: ""]
    }

    package func spec(of place: String, path: (String) -> FilePath) throws(TextError) -> DestinationSpec? {
        if isFolder { return DestinationSpec(kind: name, directory: path(place)) }
        if hasRemote, place.firstIndex(of: ":").map({ $0 == place.startIndex }) ?? true { return nil }
        return DestinationSpec(kind: name, place: place)
    }

    package func spec(behindMount type: String?, source: String, below: [String]) -> String? {
        hasRemote ? form : nil
    }

    package func service(
        for spec: DestinationSpec, settings: DestinationSettings
    ) throws(UploadError) -> any UploadService {
        try makeService(spec)
    }
}

extension DestinationKinds {
    /// The program's kinds by name, with services from one function.
    package static func test(_ makeService: @escaping UploadServiceMaker = noUploadService) -> DestinationKinds {
        DestinationKinds([
            TestKind(
                name: "folder", form: "folder:PATH", neededKeys: ["path"], isFolder: true, makeService: makeService),
            TestKind(
                name: "rclone", form: "rclone:REMOTE:PATH", neededKeys: ["remote"], otherKeys: ["path"],
                settings: [
                    KindSetting("program", .text("rclone")), KindSetting("config", .path), KindSetting("flags", .texts),
                ], hasRemote: true, makeService: makeService),
            TestKind(
                name: "drive", form: "drive:FOLDER", neededKeys: ["folder"], otherKeys: ["drive"],
                settings: [
                    KindSetting("api-endpoint", .text("https://www.googleapis.com")),
                    KindSetting("timeout", .duration(.seconds(60), in: .seconds(1) ... .seconds(3_600))),
                ], table: "google", makeService: makeService),
        ])
    }
}
