import Foundation
import PhotoModel
import Testing
import WorkphotosTestSupport

struct XMPEncodingTests {
    private let packet = XMPPacket([
        "tiff:Make": "Ünicode 写真 🏔", "exif:GPSLatitude": "1,2.5N", "exif:GPSLongitude": "3,4.5E",
    ])

    private func bytes(_ text: String, _ encoding: String.Encoding, mark: [UInt8] = []) throws -> [UInt8] {
        mark + Array(try #require(text.data(using: encoding)))
    }

    @Test(
        arguments: [
            (String.Encoding.utf8, [0xEF, 0xBB, 0xBF]), (.utf16BigEndian, [0xFE, 0xFF]),
            (.utf16LittleEndian, [0xFF, 0xFE]),
            (.utf32BigEndian, [0, 0, 0xFE, 0xFF]), (.utf32LittleEndian, [0xFF, 0xFE, 0, 0]),
        ] as [(String.Encoding, [UInt8])])
    func `Every encoding of XMP is read, with and without a byte order mark`(encoding: String.Encoding, mark: [UInt8])
        throws
    {
        for mark in [mark, []] {
            let said = try said(try bytes(packet.text, encoding, mark: mark))
            #expect(said.make == "Ünicode 写真 🏔")
            #expect(said.position.coordinate?.longitude == 3.075)
        }
    }

    @Test func `The encoding in an XML declaration is used, and cannot mislead`() throws {
        var declared = packet
        declared.beginning = "<?xml version='1.0' encoding='UTF-8'?>"
        #expect(try said(declared).make == "Ünicode 写真 🏔")
        declared.beginning = "<?xml version='1.0' encoding='UTF-32'?>"
        #expect(try said(try bytes(declared.text, .utf32BigEndian)).make == "Ünicode 写真 🏔")
        var latin = XMPPacket(["tiff:Make": "Ü"])
        latin.beginning = "<?xml version='1.0' encoding='ISO-8859-1'?>"
        #expect(try said(try bytes(latin.text, .isoLatin1)).make == "Ü")
    }

    @Test func `White space before an XML declaration, and anything after the root, is ignored`() throws {
        var padded = packet
        padded.beginning = " \r\n\t<?xml version='1.0'?>"
        padded.end += String(repeating: " ", count: 4_000) + "\0\0\0 <broken"
        #expect(try said(padded).make == "Ünicode 写真 🏔")
    }

    @Test func `Bytes that are invalid in the encoding are damage`() throws {
        var bytes = packet.bytes
        let place = try #require(bytes.firstIndex(of: 0xC3))
        bytes[place + 1] = 0x20
        #expect(try content(bytes, named: "photo.xmp").problem == .corrupt)
        #expect(try content(Array(packet.bytes.prefix(200)) + [0xFF, 0xFE], named: "photo.xmp").problem == .corrupt)
    }
}
