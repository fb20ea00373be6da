import PhotoModel
import SampleLibrary
import Testing
import WorkphotosTestSupport

struct HEIFOrientationTests {
    private static func irot(_ angle: UInt8) -> [UInt8] { BoxWriter.box("irot", [angle]) }
    private static func imir(_ mode: UInt8) -> [UInt8] { BoxWriter.box("imir", [mode]) }

    private func orientation(_ turns: [[UInt8]], order: [UInt16], exif: UInt16? = 6) throws -> Int? {
        var file = HEIFFile(ExifStructure(primary: exif.map { [.short(0x0112, $0)] } ?? []))
        file.properties += turns
        file.associations = [(1, [1] + order)]
        return try facts(file).orientation
    }

    @Test(arguments: [(0, 1), (1, 8), (2, 3), (3, 6)] as [(UInt8, Int)])
    func `A rotation is an orientation, whatever EXIF says`(angle: UInt8, orientation: Int) throws {
        #expect(try self.orientation([Self.irot(angle)], order: [2], exif: 7) == orientation)
        #expect(try self.orientation([Self.irot(angle | 0xFC)], order: [2], exif: nil) == orientation)
    }

    @Test(arguments: [(0, 4), (1, 2)] as [(UInt8, Int)])
    func `A mirroring is an orientation`(mode: UInt8, orientation: Int) throws {
        #expect(try self.orientation([Self.imir(mode)], order: [2]) == orientation)
    }

    /// Rotation, mirroring, the orientation if the rotation comes first, and that if the mirroring does.
    static let both: [(UInt8, UInt8, Int, Int)] = [
        (0, 0, 4, 4), (0, 1, 2, 2), (1, 0, 5, 7), (1, 1, 7, 5),
        (2, 0, 2, 2), (2, 1, 4, 4), (3, 0, 7, 5), (3, 1, 5, 7),
    ]

    @Test(arguments: both) func `Rotation and mirroring are applied in the order of the associations`(
        angle: UInt8, mode: UInt8, rotatedFirst: Int, mirroredFirst: Int
    ) throws {
        let turns = [Self.irot(angle), Self.imir(mode)]
        #expect(try orientation(turns, order: [2, 3]) == rotatedFirst)
        #expect(try orientation(turns, order: [3, 2]) == mirroredFirst)
    }

    @Test func `Without either, EXIF's orientation counts`() throws {
        #expect(try orientation([], order: []) == 6)
        #expect(try orientation([], order: [], exif: nil) == nil)
        #expect(try orientation([BoxWriter.box("clap", [])], order: [2]) == 6)
    }

    @Test func `A rotation of another item does not apply to the picture`() throws {
        var file = HEIFFile([HEIFItem(2, "hvc1")])
        file.properties.append(Self.irot(1))
        file.associations = [(2, [1, 2]), (1, [1])]
        #expect(try facts(file).orientation == nil)
    }
}
