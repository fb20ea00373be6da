import PhotoIntake
import PhotoModel
import Testing
import WorkphotosTestSupport

struct DamagedCR3Tests {
    private let file = CR3File(
        primary: [.text(0x010F, "Canon")], exif: [.text(0x9003, "2023:06:05 10:11:12")],
        gps: ExifStructure.sydney().gps)

    @Test func `A file cut anywhere is corrupt or a photo`() throws {
        try DamagedFile(file.bytes).forEachCut(after: 12..<file.bytes.count) { count, content, damage in
            #expect((content.problem == .corrupt) != (content.facts != nil), damage)
            if count < 70 { #expect(content.problem == .corrupt, damage) }
        }
    }

    @Test func `A file with any byte changed is read to the end`() throws {
        try DamagedFile(file.bytes).forEachChange(in: 0..<file.bytes.count, to: [0x00, 0x7F, 0xFF])
    }

    @Test func `Five thousand entries that share one long value cost no more than one`() throws {
        var file = file
        let long = ExifEntry.bytes(0x010F, .ascii, Array(repeating: 0x41, count: 4_000))
        let again = long.claiming(count: 60_000, offset: 8)
        file.primary = ExifStructure(primary: [long] + Array(repeating: again, count: 4_500))
        #expect(try content(file.bytes).facts?.make?.utf8.count == 4_000)
        file.primary?.primary.append(.text(0x010F, "Canon"))
        #expect(try content(file.bytes).facts?.make == "Canon")
    }

    @Test func `A directory that points to itself or outside is ignored`() throws {
        var file = file
        file.primary = ExifStructure(primary: [.text(0x0110, "Model"), .long(0x8769, 8), .long(0x8825, 8)])
        #expect(try content(file.bytes).facts?.model == "Model")
        file.primary?.claimedEntries = .max
        #expect(try content(file.bytes).facts?.model == "Model")
    }
}
