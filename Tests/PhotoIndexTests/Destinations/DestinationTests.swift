import PhotoIndex
import PhotoModel
import SystemPackage
import Testing

struct DestinationTests {
    private let index: PhotoIndex

    init() throws { index = try PhotoIndex.inMemory(owner: Library.owner) }

    @discardableResult
    private func add(_ name: String, _ text: String) throws -> KnownDestination {
        try index.addDestination(name: name, spec: "folder:/mnt/\(name)", marker: marker(text))
    }

    @Test func `Configured destinations are listed by name`() throws {
        #expect(try index.destinations() == [])
        let nas = try add("nas", "1")
        let disk = try add("disk", "2")
        #expect(try index.destinations() == [disk, nas])
        #expect((nas.name, nas.spec, nas.marker, nas.removedAt) == ("nas", "folder:/mnt/nas", marker("1"), nil))
        #expect(try index.destination(marker: marker("2")) == disk)
        #expect(try index.destination(marker: marker("3")) == nil)
    }

    @Test func `A known place keeps its row, whatever its current name`() throws {
        let old = try add("nas", "1")
        let new = try add("attic", "1")
        #expect(old.id == new.id)
        #expect(try index.destinations() == [new])
        #expect(try add("attic", "1") == new)
    }

    @Test func `A name that another destination has is refused`() throws {
        try add("nas", "1")
        let other = try add("disk", "2")
        let error = indexError { try add("nas", "3") }
        #expect(error == .nameTaken(index.path, name: "nas"))
        #expect(error?.problem == "another destination is called \"nas\"")
        #expect(indexError { try add("nas", "2") } == error)
        #expect(try index.destination(marker: marker("2")) == other)
        #expect(try index.destination(marker: marker("3")) == nil)
    }

    @Test func `A removed destination is known by its marker, and its name is free`() throws {
        let nas = try add("nas", "1")
        #expect(try index.removeDestination(named: "nas", at: 7))
        #expect(try !index.removeDestination(named: "nas", at: 8))
        #expect(try index.destinations() == [])
        #expect(try index.destination(marker: marker("1"))?.removedAt == 7)
        let other = try add("nas", "2")
        #expect(try index.destinations() == [other])
        #expect(indexError { try add("nas", "1") } == .nameTaken(index.path, name: "nas"))
        let again = try add("old", "1")
        #expect((again.id, again.removedAt) == (nas.id, nil))
        #expect(try index.destinations() == [other, again])
    }

    @Test func `The read part of a list is remembered for each destination, even while it is removed`() throws {
        let nas = try add("nas", "1")
        let disk = try add("disk", "2")
        #expect(try index.listed(ofDestination: nas.id).isEmpty)
        try index.setListed(["a": 1 << 40, "b": 7], ofDestination: nas.id)
        _ = try index.removeDestination(named: "nas", at: 7)
        #expect(try index.listed(ofDestination: try add("attic", "1").id) == ["a": 1 << 40, "b": 7])
        #expect(try index.listed(ofDestination: disk.id).isEmpty)
        #expect(try index.listed(ofDestination: 99).isEmpty)
    }
}
