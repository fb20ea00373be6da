import PhotoModel
import WorkphotosTestSupport

/// Files of a directory and their groups, as text.
enum Directory {
    /// A still, RAW, clip or sidecar, by its extension.
    static func file(
        _ name: String, id: String? = nil, taken: CaptureTime? = nil, model: String? = nil
    ) -> GroupingFile {
        file(Array(name.utf8), id: id, taken: taken, model: model)
    }

    static func file(
        _ name: [UInt8], id: String? = nil, taken: CaptureTime? = nil, model: String? = nil
    ) -> GroupingFile {
        let ending = String(decoding: name.split(separator: UInt8(ascii: ".")).last ?? [], as: UTF8.self).lowercased()
        let sidecars: [String: SidecarFormat] = ["xmp": .xmp, "json": .takeout, "aae": .aae, "wav": .companion]
        let format = PhotoFormat(rawValue: ["mp", "mp~2"].contains(ending) ? "mp4" : ending) ?? .jpeg
        var file = GroupingFile(name: name, kind: sidecars[ending].map { .sidecar($0) } ?? .photo(format))
        (file.contentIdentifier, file.captureTime, file.model) = (id, taken, model)
        return file
    }

    /// Whether names may form a group of several files.
    static func mayJoin(_ names: [[UInt8]]) -> Bool {
        var stems = StemMemory(capacity: names.count)
        for name in names { stems.add(name.span) }
        return stems.mayJoin
    }

    /// Each group as `NAME:role` in order, then the orphans as `NAME`; nil if the result depends on the order of the
    /// files.
    static func groups(_ files: [GroupingFile]) -> [String]? {
        var random = SplitMix64(seed: 4)
        var found: Set<[String]> = []
        for _ in 0..<6 {
            let files = files.shuffled(using: &random)
            found.insert(text(FileGroups(files), of: files))
        }
        return found.count == 1 ? found.first : nil
    }

    /// The same for photos given by names, separated by blanks.
    static func groups(_ names: String) -> [String]? {
        groups(names.split(separator: " ").map { file(String($0)) })
    }

    private static func text(_ groups: FileGroups, of files: [GroupingFile]) -> [String] {
        func name(_ file: Int) -> String { String(decoding: files[file].name, as: UTF8.self) }
        return groups.groups.map { group in
            group.map { "\(name($0.file)):\($0.role.rawValue)" }.joined(separator: " ")
        } + groups.orphans.map(name)
    }
}
