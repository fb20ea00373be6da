import Foundation
import PhotoIntake
import PhotoModel
import SystemPackage
import Testing
import WorkphotosTestSupport

/// A time of reading long after any file was written.
let later = Int64.max

extension TemporaryTree {
    /// Writes a file anew and gives its path.
    func write(_ bytes: [UInt8], as name: String = "photo.jpg") throws -> FilePath {
        try write(FilePath(name), bytes)
        return path(FilePath(name))
    }
}

/// What a file of these bytes holds.
func content(_ bytes: [UInt8], named name: String = "photo.jpg") throws -> FileContent {
    let scratch = try TemporaryTree()
    defer { extendLifetime(scratch) }
    var reader = PhotoReader()
    return try reader.read(path: try scratch.write(bytes, as: name), now: later).get().content
}

/// What the photo says of itself; fails the test where the file is none.
func facts(_ jpeg: JPEGFile) throws -> PhotoFacts {
    try #require(try content(jpeg.bytes).facts)
}

/// What a photo with this EXIF block says of itself.
func facts(_ exif: ExifStructure) throws -> PhotoFacts {
    try facts(JPEGFile(exif))
}

/// What a sidecar of these bytes says; fails the test where the file is none.
func said(_ bytes: [UInt8], in name: String = "photo.xmp") throws -> SourceFacts {
    try #require(try content(bytes, named: name).said)
}

/// What a sidecar with this packet says.
func said(_ packet: XMPPacket) throws -> SourceFacts {
    try said(packet.bytes)
}

extension FileContent {
    /// What a sidecar says.
    var said: SourceFacts? {
        if case .sidecar(_, let said) = self { said } else { nil }
    }

    var facts: PhotoFacts? {
        if case .photo(let facts) = self { facts } else { nil }
    }

    var problem: Finding.Kind? {
        if case .broken(let kind, _) = self { kind } else { nil }
    }
}

/// What the HEIF file says of itself; fails the test where it is none.
func facts(_ file: HEIFFile) throws -> PhotoFacts {
    try #require(try content(file.bytes, named: "photo.heic").facts)
}
