import Foundation
import SampleLibrary
import SystemPackage
import Testing
import WorkphotosTestSupport

struct SampleLibraryTests {
    @Test func `The same number and seed give the same names, bytes and mtimes`() throws {
        let directory = try TemporaryTree(inMemory: true)
        for name in ["first", "second"] {
            let library = SampleLibrary(photos: 150, seed: 3, detail: .small)
            try library.write(to: directory.path.appending(name))
        }
        var first = try directory.files(below: "first"), second = try directory.files(below: "second")
        for name in [SampleLibrary.truthName, SampleLibrary.fencesName] {
            let one = first.removeValue(forKey: name), other = second.removeValue(forKey: name)
            #expect(one != nil && one?.bytes == other?.bytes)
        }
        #expect(first.count == 150)
        #expect(first == second)
    }

    @Test func `Another seed gives other photos`() {
        let one = SampleLibrary(photos: 20, seed: 1, detail: .small).photos().map(\.takenAt)
        let other = SampleLibrary(photos: 20, seed: 2, detail: .small).photos().map(\.takenAt)
        #expect(Set(one).isDisjoint(with: other))
    }

    @Test(arguments: [1, 7, 56, 1_000])
    func `There are as many photos as requested, each with its own name`(count: Int) {
        let photos = SampleLibrary(photos: count, seed: 9, detail: .small).photos()
        #expect(photos.count == count)
        #expect(Set(photos.map { $0.path.lowercased() }).count == count)
    }

    @Test func `Every photo in the truth is at its path, with its size and mtime`() throws {
        let library = SampleLibrary(photos: 120, seed: 5, detail: .small)
        let written = try SampleOnDisk(library)
        #expect(written.files.count == 122)
        #expect(library.photos().map { "\($0)" } == written.photos.map { "\($0)" })
        for photo in written.photos {
            let file = try #require(written.files[photo.path])
            #expect(file.bytes.count == photo.bytes)
            #expect(abs(file.modified.timeIntervalSince1970 - Double(photo.modified) / 1_000) < 0.000_5)
        }
    }

    @Test func `Photos are in directories by local date`() {
        for photo in SampleLibrary(photos: 60, seed: 5, detail: .small).photos() {
            let date = photo.takenAt.prefix(10)
            #expect(photo.path.hasPrefix("\(date.prefix(4))/\(date)/"))
        }
    }

    @Test func `Small photos take about four kibibytes and at most one page`() {
        for photo in SampleLibrary(photos: 200, seed: 1, detail: .small).photos() {
            #expect((3_000...4_096).contains(photo.bytes))
        }
    }

    @Test func `A full photo takes about a hundred kilobytes, its thumbnail five to ten`() {
        for photo in SampleLibrary(photos: 2, seed: 8, detail: .full).photos() {
            #expect((70_000...140_000).contains(photo.bytes))
            #expect((5_000...10_000).contains(photo.thumbnailBytes ?? 0))
            #expect(photo.width == 800)
        }
    }

    @Test func `A directory that is not empty is refused and unchanged`() throws {
        let directory = try TemporaryTree(inMemory: true)
        try Data("mine".utf8).write(to: URL(filePath: directory.path.appending(".hidden").string))
        #expect {
            try SampleLibrary(photos: 1, seed: 1, detail: .small).write(to: directory.path)
        } throws: { error in
            if case SampleLibraryError.notEmpty(directory.path) = error { true } else { false }
        }
        #expect(try directory.files().keys.sorted() == [".hidden"])
    }

    @Test func `A file in place of the directory is refused`() throws {
        let directory = try TemporaryTree(inMemory: true)
        let place = directory.path.appending("file")
        try Data("mine".utf8).write(to: URL(filePath: place.string))
        #expect {
            try SampleLibrary(photos: 1, seed: 1, detail: .small).write(to: place)
        } throws: { error in
            if case SampleLibraryError.notADirectory(place) = error { true } else { false }
        }
    }

    @Test func `Parent directories are created`() throws {
        let directory = try TemporaryTree(inMemory: true)
        let library = SampleLibrary(photos: 2, seed: 1, detail: .small)
        try library.write(to: directory.path.appending("some/where/deep"))
        #expect(try directory.files(below: "some/where/deep").count == 4)
    }
}
