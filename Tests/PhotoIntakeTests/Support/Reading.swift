import Foundation
import PhotoIntake
import PhotoModel
import SystemPackage
import Testing
import WorkphotosTestSupport

/// A time long after any file was written.
let later = Int64.max

extension TemporaryTree {
    /// Writes a file and returns its path.
    func write(_ bytes: [UInt8], as name: String = "photo.jpg") throws -> FilePath {
        try write(FilePath(name), bytes)
        return path(FilePath(name))
    }
}

/// The content of a file with these bytes.
func content(_ bytes: [UInt8], named name: String = "photo.jpg") throws -> FileContent {
    let scratch = try TemporaryTree()
    defer { extendLifetime(scratch) }
    var reader = PhotoReader()
    return try reader.read(path: try scratch.write(bytes, as: name), now: later).get().content
}

/// The facts of a photo; fails the test if it is not one.
func facts(_ jpeg: JPEGFile) throws -> PhotoFacts {
    try #require(try content(jpeg.bytes).facts)
}

/// The facts of a photo with this EXIF block.
func facts(_ exif: ExifStructure) throws -> PhotoFacts {
    try facts(JPEGFile(exif))
}

/// The facts of a sidecar with these bytes; fails the test if it is not one.
func said(_ bytes: [UInt8], in name: String = "photo.xmp") throws -> SourceFacts {
    try #require(try content(bytes, named: name).said)
}

/// The facts of a sidecar with this packet.
func said(_ packet: XMPPacket) throws -> SourceFacts {
    try said(packet.bytes)
}

extension FileContent {
    /// The facts of a sidecar; nil for other content.
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

/// The facts of a HEIF file; fails the test if it is not one.
func facts(_ file: HEIFFile) throws -> PhotoFacts {
    try #require(try content(file.bytes, named: "photo.heic").facts)
}
