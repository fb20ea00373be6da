import PhotoModel
import Testing
import WorkphotosTestSupport

struct FenceFileEditingTests {
    private func fence(_ name: String, kind: Fence.Kind = .work, radius: Double = 150) throws -> Fence {
        let center = try #require(Coordinate(latitude: 37.78, longitude: -122.39))
        return Fence(name: name, kind: kind, shape: .circle(center: center, radius: radius))
    }

    private func adding(_ fence: Fence, to text: String) throws -> String {
        String(decoding: try FenceFile(parsing: Array(text.utf8)).adding(fence), as: UTF8.self)
    }

    private func removing(_ name: String, from text: String) throws -> String? {
        try FenceFile(parsing: Array(text.utf8)).removing(name: name).map { String(decoding: $0, as: UTF8.self) }
    }

    @Test func `The first fence makes a file that is easy to read`() throws {
        let bytes = try FenceFile().adding(fence("Office"))
        let expected = """
            {
              "type": "FeatureCollection",
              "features": [
                {
                  "type": "Feature",
                  "properties": {
                    "name": "Office",
                    "kind": "work",
                    "radius": 150
                  },
                  "geometry": {
                    "type": "Point",
                    "coordinates": [-122.39, 37.78]
                  }
                }
              ]
            }

            """
        #expect(String(decoding: bytes, as: UTF8.self) == expected)
    }

    @Test func `A fence that was added is read back as it was`() throws {
        var bytes = FenceFile().bytes
        let fences = try [
            fence("Büro \"Mitte\" \\ 名", radius: 0.1), fence("b", kind: .never, radius: 20_037_508),
            fence("😀", radius: 1e-7),
        ]
        for fence in fences { bytes = try FenceFile(parsing: bytes).adding(fence) }
        #expect(try FenceFile(parsing: bytes).fences == fences)
    }

    @Test(arguments: GeoJSONStyles.all)
    func `A fence is added in the style of the file, and removing it restores the file`(
        style: GeoJSONStyles
    ) throws {
        let grown = try adding(fence("New"), to: style.text)
        #expect(grown == style.grown)
        #expect(try removing("New", from: grown) == style.text)
    }

    @Test(arguments: GeoJSONStyles.all) func `Removing removes one fence and keeps the others`(style: GeoJSONStyles)
        throws
    {
        let names = try FenceFile(parsing: Array(style.grown.utf8)).fences.map(\.name)
        for name in names {
            let rest = try #require(try removing(name, from: style.grown))
            #expect(try FenceFile(parsing: Array(rest.utf8)).fences.map(\.name) == names.filter { $0 != name })
        }
    }

    @Test(arguments: GeoJSONStyles.all) func `A file with bytes changed anywhere is an error or can still be edited`(
        style: GeoJSONStyles
    ) throws {
        var random = SplitMix64(seed: 11)
        let alphabet = Array("{}[]\",:\\ \n\r0-e.aAnu".utf8) + [0xC3, 0xFF]
        let new = try fence("Another")
        var edited = 0
        for _ in 0..<500 {
            var bytes = Array(style.grown.utf8)
            let place = Int.random(in: bytes.indices, using: &random)
            let byte = alphabet[Int.random(in: alphabet.indices, using: &random)]
            if Bool.random(using: &random) { bytes[place] = byte } else { bytes.insert(byte, at: place) }
            guard let file = try? FenceFile(parsing: bytes) else { continue }
            let grown = try FenceFile(parsing: file.adding(new))
            #expect(grown.fences == file.fences + [new])
            let rest = try #require(grown.removing(name: "Another"))
            #expect(try FenceFile(parsing: rest).fences == file.fences)
            edited += 1
        }
        #expect(edited > 10)
    }

    @Test func `Removing an unknown name removes nothing`() throws {
        #expect(FenceFile().removing(name: "Office") == nil)
    }

    @Test func `A fence that could not be read back is not added`() throws {
        let bytes = try FenceFile().adding(fence("Office"))
        let file = try FenceFile(parsing: bytes)
        for fence in try [
            fence("Office"), fence(""), fence("a\nb"), fence("b", radius: 0), fence("b", radius: .nan),
            fence("b", radius: .infinity),
        ] {
            #expect(throws: FenceFileError.self) { try file.adding(fence) }
        }
    }
}
