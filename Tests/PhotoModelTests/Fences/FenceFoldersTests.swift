import PhotoModel
import Testing

struct FenceFoldersTests {
    private func file(_ folder: String) throws -> FenceFile {
        let text = """
            {"type": "FeatureCollection", "features": [
              {"type": "Feature", "geometry": {"type": "Point", "coordinates": [13.4, 52.5]},
               "properties": {"name": "Office", "radius": 100,
                 "folder": \(folder)}},
              {"type": "Feature", "geometry": {"type": "Point", "coordinates": [8.5, 47.4]},
               "properties": {"name": "Depot", "radius": 100}}]}
            """
        return try FenceFile(parsing: Array(text.utf8))
    }

    @Test func `A fence's folder is read, and others have none`() throws {
        let folders = try file("\"{year}/{name}\"").sending().mapValues(\.folder?.text)
        #expect(folders == ["Office": "{year}/{name}"])
        #expect(try file("null").sending().isEmpty)
    }

    @Test(arguments: [
        ("\"{yaer}/{name}\"", "did you mean {year}?"), ("5", "must be a string"), ("\"x\"", "write x/{name}"),
    ])
    func `An invalid folder does not affect judging, and is refused for uploads with its line`(
        folder: String, words: String
    ) throws {
        let file = try file(folder)
        #expect(file.fences.count == 2)
        let error = #expect(throws: FenceFileError.self) { try file.sending() }
        #expect(error?.line == 4)
        #expect(error?.message.contains(words) == true)
        #expect(error?.message.contains("\"folder\"") == true)
    }
}
