import Foundation
import PhotoModel
import SystemPackage
import Testing

/// Small files of every supported format, made by `TestData/make.py` and stored with the truth about them.
struct FormatPhotosTests {
    @Test func `Every kept file and its sidecars give the facts of the truth file`() throws {
        var reader = NeighbourReader()
        for photo in try FormatPhoto.truth() {
            let content = try reader.read(FormatPhoto.directory.appending(photo.path))
            for difference in photo.differences(from: content) { Issue.record("\(difference)") }
        }
    }

    @Test func `There is a kept file of every format`() throws {
        let formats = Set(try FormatPhoto.truth().compactMap(\.format))
        #expect(formats == Set(PhotoFormat.allCases))
    }

    @Test func `Every kept file is in the truth file or is a sidecar`() throws {
        let known = Set(try FormatPhoto.truth().map(\.path))
        let there = try FileManager.default.subpathsOfDirectory(atPath: FormatPhoto.directory.string)
        let files = Set(there.filter { $0.contains("/") })
        #expect(known.isSubset(of: files))
        let others = files.subtracting(known).filter { !SidecarNames.isSidecar(Array($0.utf8).span) }
        #expect(others.isEmpty)
    }
}
