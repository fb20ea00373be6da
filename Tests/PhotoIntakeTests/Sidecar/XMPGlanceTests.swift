import Foundation
import PhotoModel
import SampleLibrary
import SystemPackage
import Testing
import WorkphotosTestSupport

/// Each fact that a photo lacks is read from its packet, in every notation.
struct XMPGlanceTests {
    /// A fact that a photo's EXIF block lacks.
    enum Missing: CaseIterable {
        case position, time, camera, orientation

        var exif: ExifStructure {
            var structure = self == .position ? ExifStructure() : .sydney()
            if self != .camera { structure.primary.append(.text(0x010F, "Leica")) }
            if self != .orientation { structure.primary.append(.short(0x0112, 3)) }
            if self != .time { structure.exif.append(.text(0x9003, "2024:05:01 12:34:56")) }
            return structure
        }

        func isKnown(in facts: PhotoFacts) -> Bool {
            switch self {
            case .position: facts.position.coordinate != nil
            case .time: facts.captureTime != nil
            case .camera: facts.make != nil || facts.model != nil
            case .orientation: facts.orientation != nil
            }
        }

        /// The attributes that provide it, with the prefixes of ``XMPPacket``.
        var said: [KeyValuePairs<String, String>] {
            switch self {
            case .position: [["exif:GPSLatitude": "1,2N", "exif:GPSLongitude": "3,4E"]]
            case .time:
                [
                    ["exif:DateTimeOriginal": "2024-05-01T12:34:56"], ["photoshop:DateCreated": "2024-05-01T12:34:56"],
                    ["exif:DateTimeDigitized": "2024-05-01T12:34:56"], ["xmp:CreateDate": "2024-05-01T12:34:56"],
                ]
            case .camera: [["tiff:Make": "Canon"], ["tiff:Model": "EOS"]]
            case .orientation: [["tiff:Orientation": "6"]]
            }
        }
    }

    /// The same packet with other prefixes, as elements, with blanks where XML allows them, and without any prefix.
    private static func variants(of said: KeyValuePairs<String, String>) -> [String] {
        let plain = XMPPacket(said).text
        let elements = XMPPacket(elements: said.map { "<\($0)\n>\($1)</\($0)>" }.joined()).text
        let spaced = said.reduce(plain) { $0.replacing("\($1.key)=", with: "\($1.key)\r\n\t =") }
        let bare = said.map { name, value in
            let parts = name.split(separator: ":")
            let uri = ["exif": "exif", "tiff": "tiff", "xmp": "xap", "photoshop": "photoshop"][parts[0]] ?? ""
            return "<\(parts[1]) xmlns='http://ns.adobe.com/\(uri)/1.0/'>\(value)</\(parts[1])>"
        }
        var renamed = plain
        for prefix in ["exif", "tiff", "xmp", "photoshop"] {
            renamed = renamed.replacing(" \(prefix):", with: " x-\(prefix):")
                .replacing("xmlns:\(prefix)=", with: "xmlns:x-\(prefix)=")
        }
        return [plain, elements, spaced, renamed, XMPPacket(elements: bare.joined()).text]
    }

    @Test(arguments: Missing.allCases) func `A packet in the photo adds what is missing`(missing: Missing) throws {
        #expect(!missing.isKnown(in: try facts(missing.exif)))
        for text in missing.said.flatMap(Self.variants) {
            for encoding in [String.Encoding.utf8, .utf16LittleEndian, .utf16BigEndian, .utf16, .utf32BigEndian] {
                let packet = Array(try #require(text.data(using: encoding)))
                let photo = try facts(JPEGFile([JPEGFile.exif(missing.exif), JPEGSegment.xmp(packet)]))
                #expect(missing.isKnown(in: photo), "\(encoding): \(text)")
            }
        }
    }

    @Test(arguments: Missing.allCases) func `A sidecar adds what is missing`(missing: Missing) throws {
        let scratch = try TemporaryTree()
        defer { extendLifetime(scratch) }
        var reader = NeighbourReader()
        for (number, text) in missing.said.flatMap(Self.variants).enumerated() {
            let path = try scratch.write(JPEGFile(missing.exif).bytes, as: "\(number)/a.jpg")
            try scratch.write(FilePath("\(number)/a.xmp"), Array(text.utf8))
            #expect(missing.isKnown(in: try #require(try reader.read(path).facts)), "\(text)")
        }
    }

    @Test func `What a packet adds is what it would give alone`() throws {
        let packet = XMPPacket([
            "exif:GPSLatitude": "1,2N", "exif:GPSLongitude": "3,4E", "exif:GPSAltitude": "7",
            "tiff:Make": "Canon", "xmp:CreateDate": "2001-02-03T04:05:06",
        ])
        var structure = Missing.position.exif
        structure.exif = []
        let photo = try facts(JPEGFile([JPEGFile.exif(structure), JPEGSegment.xmp(packet.bytes)]))
        #expect(photo.position.coordinate?.latitude == 1 + 2.0 / 60)
        #expect(photo.altitude == 7)
        #expect(photo.captureTime?.wall.text == "2001-02-03T04:05:06")
        #expect(photo.make == "Leica")
    }
}
