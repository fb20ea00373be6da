import Foundation
import SystemPackage
import Testing
import WorkphotosTestSupport

/// What other commands change is told to a page that has asked before, and nothing else is.
struct ReviewRefreshTests {
    private let world: World

    init() async throws {
        world = try await World.withOfficeAndHome()
    }

    /// What a page that has asked before is told after `body`, in which commands run.
    private func changes(after body: () async throws -> Void) async throws -> (JSONObject, LoadedPhotos) {
        var told: (JSONObject, LoadedPhotos)?
        try await ServedPage.open(in: world) { page in
            let photos = try await page.photos()
            #expect(try await page.changes(since: photos.moment).rows.isEmpty)
            try await body()
            told = (try await page.changes(since: photos.moment), photos)
        }
        return try #require(told)
    }

    @Test func `An upload is told of its photos`() async throws {
        _ = try world.addNAS()
        let (changes, photos) = try await changes {
            #expect(await world.run("upload", "--to", world.nas, "--create").exit == 0)
        }
        #expect(changes.rows == [try photos.row("a.jpg")])
        #expect(changes[objects: "rows"].first?["uploads"]?.isEmpty == false)
    }

    @Test func `A fence by another command is told of the photos that it judges`() async throws {
        let (changes, photos) = try await changes {
            await world.run("fence", "add", "House", "--at", "52.487,13.425", "--radius", "80m")
        }
        #expect(changes.rows == [try photos.row("home.jpg")])
        #expect(changes[objects: "rows"].first?["fence"] == "House")
        #expect(changes[objects: "fences"].count == 2)
    }

    @Test func `Another setting is told of the photos that it keeps, though the index is the same`() async throws {
        let (changes, photos) = try await changes {
            try world.tree.write(world.configuration, Array("[purge]\nkeep = [\"*.jpg\"]\n".utf8))
        }
        #expect(changes.rows == [try photos.row("a.jpg")])
    }

    @Test func `A photo that goes and comes back is told both times`() async throws {
        try await ServedPage.open(in: world) { page in
            let photos = try await page.photos()
            let row = try photos.row("home.jpg")
            #expect(try await page.changes(since: photos.moment).rows.isEmpty)
            let bytes = try world.tree.read("photos/home.jpg")
            try world.tree.remove("photos/home.jpg")
            await world.run("scan", world.library)
            let gone = try await page.changes(since: photos.moment)
            #expect(gone[numbers: "gone"] == [row] && gone.rows.isEmpty)
            try world.tree.write("photos/home.jpg", bytes)
            await world.run("scan", world.library)
            let back = try await page.changes(since: photos.moment)
            #expect(back[numbers: "gone"] == [] && back.rows == [row])
        }
    }
}
