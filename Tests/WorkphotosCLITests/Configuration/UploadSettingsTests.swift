import SystemPackage
import Testing
import WorkphotosTestSupport

struct UploadSettingsTests {
    @Test(arguments: [
        ("folder = \"{fence}/{yaer}/{name}\"", "did you mean {year}?"),
        ("folder = \"{fence}\"", "write {fence}/{name}"),
        ("folder = \"/x/{name}\"", "destination's top"), ("settle = \"soon\"", "must be a duration"),
        ("sidecars = [\"xmp\", \"aea\"]", "did you mean 'aae'?"), ("sidecars = \"xmp\"", "must be a list"),
        ("parallel = 0", "from 1 to 64"), ("parallel = 65", "from 1 to 64"), ("parallel = 1.5", "whole number"),
        ("parallel = \"4\"", "a number"), ("bwlimit = \"2X\"", "is not a rate limit"),
        ("paralel = 4", "did you mean 'parallel'?"),
    ])
    func `Invalid values are refused with their line and what is expected`(line: String, words: String)
        async throws
    {
        let world = try World()
        try world.tree.write(world.configuration, Array("[upload]\n\(line)\n".utf8))
        let error = try #require(try await world.objects("scan", world.library).last)
        #expect(error[number: "exit"] == 78)
        #expect(error[number: "line"] == 2)
        #expect(error["message"]?.contains(words) == true, "\(error["message"] ?? "")")
    }

    @Test func `The defaults are shown`() async throws {
        let world = try World()
        var values: [String: Any] = [:]
        for line in try await world.objects("config", "show") { values[line["key"] ?? ""] = line.members["value"] }
        #expect(values["upload.parallel"] as? Int == 4)
        #expect(values["upload.sidecars"] as? [String] == ["xmp", "aae", "companion"])
        #expect(values["upload.settle"] as? String == "60s")
    }
}
