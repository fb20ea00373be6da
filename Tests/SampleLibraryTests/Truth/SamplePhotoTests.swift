import Foundation
import SampleLibrary
import Testing

struct SamplePhotoTests {
    private static let sample = SampleLibrary(photos: 400, seed: 11, detail: .small).photos()
    private var photos: [SamplePhoto] { Self.sample }

    @Test func `Every verdict, reason, fence and quirk occurs`() {
        #expect(Set(photos.map(\.verdict)) == [.work, .personal, .unsure])
        #expect(
            Set(photos.map(\.reason)) == [
                .noPosition, .invalidPosition, .neverFence, .insideFence, .nearBoundary, .outsideFences,
            ])
        #expect(Set(photos.compactMap(\.fence)) == Set(SampleFence.all.map(\.name)))
        #expect(
            Set(photos.compactMap(\.quirk)) == ["edge-inside", "edge-outside", "null-island", "zero-denominator"])
        #expect(Set(photos.compactMap(\.positionProblem)) == ["null-island", "zero-denominator"])
    }

    @Test func `There are photos in all four quadrants`() {
        let quadrants = photos.compactMap { photo in
            photo.latitude.flatMap { latitude in photo.longitude.map { [latitude > 0, $0 > 0] } }
        }
        #expect(Set(quadrants).count == 4)
    }

    @Test func `All five cameras, bursts and work outside working hours occur`() {
        #expect(Set(photos.map(\.make)) == ["Apple", "Google", "samsung", "Canon", "NIKON CORPORATION"])
        #expect(photos.contains { $0.burst != nil })
        #expect(photos.contains { $0.verdict == .work && !$0.inWorkingHours })
        #expect(photos.contains { $0.verdict == .work && $0.inWorkingHours })
    }

    @Test func `The holiday crosses time zones`() {
        let offsets = Set(photos.map(\.placeOffset))
        #expect(offsets == ["+02:00", "+01:00", "-03:00", "+09:30", "+10:00"])
    }

    @Test func `Most photos have a position and most of these are not work`() {
        let positioned = photos.filter { $0.latitude != nil }
        #expect((240...360).contains(positioned.count))
        #expect((60...200).contains(photos.filter { $0.verdict == .work }.count))
    }

    @Test func `The frames of a burst share a place and follow within two seconds`() {
        for frames in Dictionary(grouping: photos.filter { $0.burst != nil }, by: \.burst).values {
            #expect(frames.count > 1)
            #expect(Set(frames.map(\.place)).count == 1)
            let times = frames.map(\.modified)
            #expect((times.max() ?? 0) - (times.min() ?? 0) < 2_500)
        }
    }

    @Test func `Wall time minus the offset is the moment of the mtime`() throws {
        for photo in photos {
            let stamp = photo.takenAt.prefix(19) + photo.placeOffset
            let moment = try Date(String(stamp), strategy: .iso8601)
            #expect(Int(moment.timeIntervalSince1970) == photo.modified / 1_000)
        }
    }

    @Test func `A fix is at most half a minute old`() throws {
        for photo in photos {
            guard let fix = photo.gpsTime else { continue }
            let age = photo.modified / 1_000 - Int(try Date(fix, strategy: .iso8601).timeIntervalSince1970)
            #expect((0...30).contains(age))
        }
    }
}
