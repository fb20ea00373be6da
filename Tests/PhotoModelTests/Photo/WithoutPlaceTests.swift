import PhotoModel
import SystemPackage
import Testing

struct WithoutPlaceTests {
    @Test func `A photo without its place keeps names and nothing that says where it was taken`() throws {
        var facts = PhotoFacts(format: .jpeg)
        facts.position = .valid(try #require(Coordinate(latitude: 52.52, longitude: 13.405)))
        (facts.positionSource, facts.altitude, facts.horizontalAccuracy) = (.exif, 34.5, 4.7)
        facts.make = "Leica"
        let members = [("/home/anna/Oslo/a.jpg", Photo.Member.Role.still), ("/home/anna/Oslo/a.dng", .raw)].map {
            Photo.Member(path: FilePath($0.0), role: $0.1, bytes: 1)
        }
        let print = Fingerprint(size: 1, modified: 0, changed: 0, inode: 0)
        var photo = Photo(path: members[0].path, fingerprint: print, facts: facts, members: members)
        photo.judgement = Judgement(verdict: .work, reason: .insideFence, fence: "Office", distance: -81.2)
        photo.uploads = [Photo.Upload(destination: "nas", target: "2026/Oslo/a.jpg", receivedAt: 1, checkedAt: 2)]
        let bare = photo.withoutPlace
        #expect(bare.path == "a.jpg")
        #expect(bare.members.map(\.path) == ["a.jpg", "a.dng"])
        #expect(bare.uploads.map(\.target) == ["a.jpg"])
        #expect(bare.facts.position == .absent)
        #expect(bare.facts.altitude == nil && bare.facts.horizontalAccuracy == nil && bare.facts.positionSource == nil)
        #expect(bare.judgement?.distance == nil)
        #expect(bare.judgement?.fence == "Office")
        #expect(bare.facts.make == "Leica")
    }
}
