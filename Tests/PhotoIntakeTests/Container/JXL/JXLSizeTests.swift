import PhotoModel
import Testing
import WorkphotosTestSupport

struct JXLSizeTests {
    private func size(_ fields: (value: Int, bits: Int)...) throws -> [Int?] {
        let facts = try #require(try content(JXLFile.codestream(fields)).facts)
        return [facts.width, facts.height]
    }

    @Test(arguments: [(0, 9, 512), (1, 13, 8_192), (2, 18, 262_144), (3, 30, 1_073_741_824)])
    func `Sides are read in each length`(selector: Int, bits: Int, most: Int) throws {
        #expect(try size((0, 1), (selector, 2), (most - 1, bits), (0, 3), (0, 2), (6, 9)) == [7, most])
        #expect(try size((0, 1), (0, 2), (6, 9), (0, 3), (selector, 2), (most - 1, bits)) == [most, 7])
    }

    @Test func `Small sides are multiples of eight`() throws {
        #expect(try size((1, 1), (31, 5), (0, 3), (0, 5)) == [8, 256])
    }

    @Test(arguments: [(1, 120), (2, 144), (3, 160), (4, 180), (5, 213), (6, 150), (7, 240)])
    func `A ratio determines the columns`(ratio: Int, columns: Int) throws {
        #expect(try size((1, 1), (14, 5), (ratio, 3)) == [columns, 120])
    }

    @Test func `The largest side of the widest ratio is not special`() throws {
        #expect(try size((0, 1), (3, 2), (1_073_741_823, 30), (7, 3)) == [2_147_483_648, 1_073_741_824])
    }
}
