import Foundation
import PhotoIntake
import PhotoModel
import SystemPackage
import Testing

// The photos belong to others and are not in the repository; without them beside it, this suite is skipped.
@Suite(.enabled(if: KnownPhotos.areThere, "there is no ../shared/photos/truth.ndjson beside the repository"))
struct KnownPhotosTests {
    @Test func `Every file gives the known facts, except for listed differences with reasons`() throws {
        var listed = try KnownDifference.listed()
        var reader = NeighbourReader()
        for truth in try KnownPhotos.truth() {
            let facts = try reader.read(KnownPhotos.directory.appending(truth.path)).told
            for difference in differences(from: truth, in: facts)
            where listed.removeValue(forKey: KnownDifference(path: truth.path, field: difference.field)) == nil {
                Issue.record("\(truth.path): \(difference.field): \(difference.expected) is known, which is not said")
            }
        }
        for stale in listed.keys { Issue.record("\(stale.path): \(stale.field) is listed and is no difference") }
    }

    @Test func `Every damaged file gives a result`() throws {
        let directory = KnownPhotos.directory.appending("corrupt")
        let names = try FileManager.default.contentsOfDirectory(atPath: directory.string)
        #expect(names.count > 100)
        var reader = PhotoReader()
        for name in names {
            let content = try reader.read(path: directory.appending(name), now: later).get().content
            if case .broken(_, let detail) = content { #expect(!detail.isEmpty, "\(name)") }
        }
    }

    private func differences(from truth: KnownPhoto, in facts: PhotoFacts?) -> [WantedValue] {
        let wanted = truth.wanted
        guard let facts else {
            return wanted.isEmpty
                ? [] : [WantedValue(field: KnownDifference.wholeFile, expected: "a photo") { _ in false }]
        }
        return wanted.filter { !$0.isMet(facts) }
    }
}
