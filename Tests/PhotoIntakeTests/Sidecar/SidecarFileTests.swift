import PhotoModel
import Testing
import WorkphotosTestSupport

struct SidecarFileTests {
    private let packet = XMPPacket.position("1,2N", "3,4E").bytes

    private func format(_ content: FileContent) -> SidecarFormat? {
        if case .sidecar(let format, _) = content { format } else { nil }
    }

    @Test(arguments: ["a.xmp", "a.jpg.xmp", "A.XMP", "a.Xmp", ".xmp"]) func `The extension counts in any case`(
        name: String
    ) throws {
        #expect(format(try content(packet, named: name)) == .xmp)
    }

    @Test(arguments: ["a.jpg", "axmp", "a.xmp2", "a.xmp.jpg"]) func `Without the extension nothing is a sidecar`(
        name: String
    ) throws {
        #expect(try content(packet, named: name).problem == .unsupported)
    }

    @Test(arguments: ["a.xmp", "a.json", "a.aae"]) func `A photo is a photo, whatever its name`(name: String) throws {
        #expect(try content(JPEGFile(.sydney()).bytes, named: name).facts?.positionSource == .exif)
        #expect(try content(Array("GIF89a".utf8), named: name).problem == .corrupt)
    }

    @Test func `A file whose name and content disagree is neither`() throws {
        #expect(try content(packet, named: "a.json") == .other(FileContent.brokenJSON))
        #expect(try content(packet, named: "a.aae").problem == .corrupt)
        #expect(try content(Array(#"{"photoTakenTime": {}}"#.utf8), named: "a.xmp").problem == .corrupt)
    }
}
