import PhotoIndex
import PhotoModel
import SystemPackage
import Testing

/// A still as a scan reads it, taken a second after 1970 like all files here.
func still(_ path: String, _ number: Int, row: Int64? = nil, at place: (Double, Double)? = (47, 8)) -> ScannedFile {
    photo(path, number, row: row, at: place, taken: 1_000_000)
}

/// A Live Photo clip of 2 s as a scan reads it, without a position by default.
func clip(_ path: String, _ number: Int, row: Int64? = nil, at place: (Double, Double)? = nil) -> ScannedFile {
    var file = photo(path, number, row: row, at: place, taken: 1_000_000)
    guard case .photo(var facts) = file.reading.content else { return file }
    facts.format = .mov
    facts.duration = 2
    file.reading.content = .photo(facts)
    return file
}

/// A RAW file as a scan reads it.
func raw(_ path: String, _ number: Int, row: Int64? = nil) -> ScannedFile {
    var file = photo(path, number, row: row, taken: 1_000_000)
    guard case .photo(var facts) = file.reading.content else { return file }
    facts.format = .cr2
    file.reading.content = .photo(facts)
    return file
}

/// An XMP sidecar as a scan reads it.
func sidecar(_ path: String, _ number: Int, row: Int64? = nil) -> ScannedFile {
    scanned(path, number, .sidecar(.xmp), row: row)
}

extension Library {
    /// Every group that a photo lists, as `name role` of each member below the root, the leader first.
    func groups() throws -> Set<[String]> {
        var groups: Set<[String]> = []
        let above = root.path.bytes.count + 1
        try index.photos(matching: PhotoSelection()) { photo in
            groups.insert(
                photo.members.map { member in
                    "\(String(decoding: member.path.bytes.dropFirst(above), as: UTF8.self)) \(member.role)"
                })
            return true
        }
        return groups
    }

    /// The verdict on the photo at a path below the root.
    func judgement(_ path: String) throws -> Judgement? {
        try index.photo(at: root.path.appending(path))?.judgement
    }

    /// Expects that the index is sound and that no group is left to work out, as after every scan.
    func expectSound(_ location: SourceLocation = #_sourceLocation) throws {
        #expect(try index.checkIntegrity().isEmpty, sourceLocation: location)
        #expect(try !index.hasLooseGroups(), sourceLocation: location)
    }
}
