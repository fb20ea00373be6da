import Foundation
import PhotoModel
import PhotoPipeline
import SystemPackage
import Testing
import WorkphotosTestSupport

/// workphotos-config(5) and workphotos-fences(5) describe every key, and their examples are valid.
struct ManualPageTests {
    private func page(_ name: String) throws -> String {
        var top = URL(filePath: #filePath)
        for _ in 0..<4 { top.deleteLastPathComponent() }
        return try String(contentsOf: top.appending(path: "man/workphotos-\(name).5"), encoding: .utf8)
    }

    /// The first example of a page, as a reader would copy it.
    private func example(_ name: String) throws -> [UInt8] {
        let page = try page(name)
        let start = try #require(page.range(of: ".Bd -literal -offset indent\n")).upperBound
        let end = try #require(page[start...].range(of: "\n.Ed")).lowerBound
        return Array(page[start..<end].replacing("\\-", with: "-").utf8)
    }

    @Test func `Every key of the configuration is in its manual`() async throws {
        let page = try page("config")
        let world = try World()
        let settings = try await world.objects("config", "show").compactMap { $0["key"] }.filter { $0.contains(".") }
        #expect(settings.count > 20)
        for setting in settings {
            let parts = setting.split(separator: ".")
            #expect(try keys(of: "Table \(parts[0])", in: page).contains(String(parts[1])), "\(setting)")
        }
        let keys = try keys(of: "Tables destinations.NAME", in: page)
        for kind in DestinationKinds.test().all {
            #expect(keys.isSuperset(of: kind.neededKeys + kind.otherKeys), "\(kind.name)")
        }
    }

    @Test func `Every property of a fence is in both of its manuals`() throws {
        let properties = Set(FenceProperty.all.map(\.name))
        #expect(try keys(of: "Properties", in: try page("fences")) == properties.union(["name", "radius", "kind"]))
        #expect(try keys(of: "fence", in: try page("json")).isSuperset(of: properties))
    }

    /// The keys that a section of a page describes.
    private func keys(of section: String, in page: String) throws -> Set<String> {
        let start = try #require(page.range(of: ".Ss \(section)\n"), "\(section)").upperBound
        let text = page[start...].split(separator: "\n.Ss ", maxSplits: 1).first ?? ""
        let lines = text.split(separator: "\n").filter { $0.hasPrefix(".It Cm ") }
        return Set(lines.flatMap { $0.dropFirst(7).split(separator: " , ").map(String.init) })
    }

    @Test func `The examples of both pages are valid`() async throws {
        let world = try World()
        try world.tree.write(world.configuration, try example("config"))
        try world.tree.write(world.fences, try example("fences"))
        let outcome = await world.run("config", "check")
        #expect(outcome.exit == 0, "\(outcome.notes)")
        #expect(outcome.output.contains("2 work fences, 1 never"))
        #expect(try await world.objects("config", "show").count > 30)
    }
}
