import PhotoPipeline
import PhotoServices
import Testing
import WorkphotosTestSupport

struct RcloneListingsTests {
    private let listings = RcloneListings()

    /// The size of `a.jpg`; `list` is called if the directory is not known yet.
    private func size(list: () async throws(UploadError) -> [RcloneItem]) async throws(UploadError) -> Int64? {
        try await listings.listing(of: "Office", SteppingClock(now: 1_000), list: list).size(of: "a.jpg")
    }

    /// The server may have listed the directory before. If the name counted as free, the next photo would be refused
    /// it.
    @Test func `A file that gets its name while its directory is listed is found`() async throws {
        let listed = try await size { () async throws(UploadError) in
            listings.note(5, at: "Office/a.jpg")
            return []
        }
        #expect(listed == 5)
        let known = try await size { () async throws(UploadError) in [] }
        #expect(known == 5)
    }

    @Test func `A file that gets its name while its directory is listed twice is in both lists`() async throws {
        var inner: Int64?
        let outer = try await size { () async throws(UploadError) in
            inner = try await size { () async throws(UploadError) in
                listings.note(5, at: "Office/a.jpg")
                return []
            }
            return []
        }
        #expect(inner == 5)
        #expect(outer == 5)
    }

    @Test func `A failed list is repeated, and one of a missing directory is empty`() async throws {
        await #expect(throws: UploadError.self) {
            _ = try await size { () async throws(UploadError) in throw UploadError(.transient, "busy") }
        }
        let absent = try await size { () async throws(UploadError) in throw UploadError(.missing, "nothing") }
        #expect(absent == nil)
    }
}
