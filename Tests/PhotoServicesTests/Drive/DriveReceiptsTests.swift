import FakeDrive
import PhotoModel
import PhotoPipeline
import PhotoServices
import SystemPackage
import Testing
import WorkphotosTestSupport

/// The list of receipts at Google Drive.
@Suite(.timeLimit(.minutes(1)))
struct DriveReceiptsTests {
    private func run(_ body: (DriveWorld, any ReceiptListing) async throws -> Void) async throws {
        try await DriveWorld.run { world in
            _ = try await world.service.makeDestination(DestinationMarker(random: 1, 2), creating: false)
            try await body(world, try #require(world.service.receiptList))
        }
    }

    private func text(_ list: any ReceiptListing) async throws -> String {
        var lines: [UInt8] = []
        for part in try await list.parts() { lines += try await list.lines(of: part.name, from: 0) }
        return String(decoding: lines, as: UTF8.self)
    }

    @Test func `What several programs add is read in its order, each addition as a part`() async throws {
        try await run { world, list in
            #expect(try await list.parts().isEmpty)
            let added = try await list.add(Array("a\nb\n".utf8))
            #expect(added == .written(to: try await list.parts()[0].name, 0..<4))
            try await world.another().receiptList?.add(Array("c\n".utf8))
            try await list.add([])
            let parts = try await list.parts()
            #expect(parts.map(\.size) == [4, 2] && !parts.contains(where: \.grows))
            #expect(try await text(list) == "a\nb\nc\n")
            #expect(try await list.lines(of: parts[0].name, from: 1) == Array("\nb\n".utf8))
            #expect(try await list.lines(of: parts[0].name, from: 4).isEmpty)
            #expect(try await list.close() == nil)
        }
    }

    @Test func `Its parts are no copies`() async throws {
        try await run { world, list in
            try await list.add(Array("a\n".utf8))
            let page = try await #require(world.service.catalogue).page(after: nil)
            #expect(page.copies.isEmpty && page.unreadable.isEmpty)
        }
    }

    @Test func `A part in the trash is not read`() async throws {
        try await run { world, list in
            try await list.add(Array("a\n".utf8))
            try await list.add(Array("b\n".utf8))
            world.drive.trash(try await list.parts()[0].name)
            #expect(try await text(list) == "b\n")
        }
    }
}
