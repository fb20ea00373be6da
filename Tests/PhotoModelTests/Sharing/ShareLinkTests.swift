import PhotoModel
import Testing

/// Links end by themselves only where their addresses say so.
struct ShareLinkTests {
    private static let base = "https://bucket.s3.example/a%20b.jpg"

    @Test func `A link signed for a time ends after it, and after the most that clocks may differ`() throws {
        let link = ShareLink(
            "\(Self.base)?X-Amz-Algorithm=x&X-Amz-Date=20261124T235950Z&X-Amz-Expires=60&X-Amz-Signature=y")
        #expect(link?.end == (try UTCInstant(parsing: "2026-11-25T00:15:50Z").nanoseconds))
    }

    @Test(arguments: [
        "", "?usp=drivesdk", "?X-Amz-Date=20261124T100000Z", "?X-Amz-Expires=60", "?X-Amz-Date=&X-Amz-Expires=60",
        "?X-Amz-Date=20261324T100000Z&X-Amz-Expires=60", "?X-Amz-Date=20261124T100000Z&X-Amz-Expires=-1",
        "?X-Amz-Date=20261124T100000Z&X-Amz-Expires=9999999999", "?X-Amz-Date=２０２６&X-Amz-Expires=60",
        "?X-Amz-Date=20261124T100000Z&X-Amz-Expires=x",
    ])
    func `Any other link has no end`(query: String) {
        #expect(ShareLink(Self.base + query)?.end == nil)
    }
}
