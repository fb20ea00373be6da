import PhotoModel
import PhotoPipeline
import SystemPackage
import Testing
import WorkphotosTestSupport

/// Photos as pages show them.
struct ReportedPhotosTests {
    @Test func `A photo counts as uploaded by the sidecars that are sent`() async throws {
        let scene = try await UploadScene("a.jpg", "a.xmp")
        #expect(try await scene.upload { $0.sidecars = [] }.summary.count(.done) == 1)
        let library = try Library(reading: scene.tree.path("index.sqlite"), owner: "tests")
        var (selected, lookedUp, hashes): ([Bool], [Bool], Set<Int>) = ([], [], [])
        for unsent in [[.xmp], []] as [Set<SidecarFormat>] {
            var purge = PurgeSettings()
            purge.unsentSidecars = unsent
            try library.reported(PhotoSelection(), purge: purge, now: 0) {
                selected.append($0.isUploaded)
                return true
            }
            try library.reported(at: [scene.tree.path(scene.file("a.jpg"))], purge: purge, now: 0) {
                lookedUp.append($0.isUploaded)
            }
            try library.hashes(purge: purge) { _, hash in hashes.insert(hash) }
        }
        #expect(selected == [true, false] && lookedUp == selected)
        #expect(hashes.count == 2)
    }
}
