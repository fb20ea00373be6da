import PhotoModel
import PhotoPipeline
import SystemPackage
import Testing
import WorkphotosTestSupport

/// The list of a destination's copies, page by page.
struct CopyCatalogueTests {
    /// A list of which every page names a next one and has the same copy, or none.
    private struct EmptyPages: CopyCatalogue {
        /// How many pages there are.
        let count: Int
        var copies: [CataloguePage.Copy] = []

        func find(_ contents: [RecordedContent]) async throws(UploadError) -> [CopyLocation?] {
            contents.map { _ in nil }
        }

        func page(after token: String?) async throws(UploadError) -> CataloguePage {
            let number = (token.flatMap { Int($0) } ?? 0) + 1
            return CataloguePage(copies: copies, next: number == count ? nil : "\(number)")
        }
    }

    @Test func `A list of empty pages without end is an error`() async throws {
        var pages = 0
        try await CataloguePage.forEach(EmptyPages(count: 1_000).page) { _ in
            pages += 1
            return true
        }
        #expect(pages == 1_000)
        let error = await #expect(throws: UploadError.self) {
            try await CataloguePage.forEach(EmptyPages(count: 5_000).page) { _ in true }
        }
        #expect(error?.kind == .unavailable)
    }

    @Test func `A list that repeats its copies without end is an error`() async throws {
        let copy = CataloguePage.Copy(at: "a.jpg", sent: [1])
        await #expect(throws: UploadError.self) {
            try await CataloguePage.forEach(EmptyPages(count: 5_000, copies: [copy]).page) { _ in true }
        }
    }
}
