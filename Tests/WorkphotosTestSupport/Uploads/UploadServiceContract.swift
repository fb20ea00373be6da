import PhotoModel
package import PhotoPipeline
import SystemPackage
package import Testing

/// Shared by the cases of the contract.
enum UploadContract {
    static let marker = DestinationMarker(random: 1, 2)

    /// Bytes with no two equal pages.
    static func bytes(_ count: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count + 4096)
        var page = (0..<4096).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ 1) }
        while bytes.count < count {
            for index in 0..<8 { page[index] = UInt8(truncatingIfNeeded: bytes.count >> (8 * index)) }
            bytes += page
        }
        return Array(bytes.prefix(count))
    }
}

/// Expects an error of a kind, with any text.
package func expectError<Value>(
    _ kind: UploadError.Kind, sourceLocation: SourceLocation = #_sourceLocation,
    _ body: () async throws(UploadError) -> Value
) async {
    do throws(UploadError) {
        let value = try await body()
        Issue.record("Expected \(kind), got \(value)", sourceLocation: sourceLocation)
    } catch {
        #expect(error.kind == kind, "\(error.detail)", sourceLocation: sourceLocation)
    }
}

/// Expects a result to be an error of a kind.
package func expectFailure<Value>(
    _ result: Result<Value, UploadError>, _ kind: UploadError.Kind, sourceLocation: SourceLocation = #_sourceLocation
) {
    switch result {
    case .success(let value): Issue.record("Expected \(kind), got \(value)", sourceLocation: sourceLocation)
    case .failure(let error): #expect(error.kind == kind, "\(error.detail)", sourceLocation: sourceLocation)
    }
}

extension UploadWorld {
    func checkPlace() async throws {
        #expect(try await service.marker() == nil)
        _ = try await service.localPlace?.surroundings()
    }

    func checkMarkers() async throws {
        let marker = UploadContract.marker
        #expect(try await service.makeDestination(marker, creating: false) == marker)
        #expect(try await service.makeDestination(DestinationMarker(random: 3, 4), creating: true) == marker)
        #expect(try await another().marker() == marker)
        #expect(try leftovers() == 0)
    }

    func checkGone() async throws {
        _ = try await service.makeDestination(UploadContract.marker, creating: false)
        let sent = try await send([1], to: "a.jpg")
        try goAway()
        await expectError(.unavailable) { () throws(UploadError) in try await service.marker() }
        await expectError(.unavailable) { () throws(UploadError) in try await another().localPlace?.surroundings() }
        await expectError(.unavailable) { () throws(UploadError) in try await service.inspect("a.jpg") }
        await expectError(.unavailable) { () throws(UploadError) in try await service.identify("a.jpg") }
        await expectError(.unavailable) { () throws(UploadError) in try await receipts(from: 0) }
        expectFailure(await service.finish([sent])[0], .unavailable)
    }

    func checkNoDestination() async throws {
        let upload = try await ticket(for: "a.jpg")
        try library.write("a", [1])
        let source = try source("a")
        await expectError(.unavailable) { () throws(UploadError) in
            try await service.send(source, as: upload)
        }
        await expectError(.unavailable) { () throws(UploadError) in try await addReceipts([0x0A]) }
        #expect(try leftovers() == 0)
    }

    func checkWriting() async throws {
        for isNamed in [false, true, true] { try await service.checkWriting(withName: isNamed) }
        #expect(try leftovers() == 0)
        #expect(try await another().marker() == UploadContract.marker)
    }

    func checkTickets() async throws {
        let target: FilePath = "Office/2026/a.jpg"
        let tickets = [try await ticket(for: target).ticket, try await ticket(for: target).ticket]
        #expect(tickets[0] != tickets[1])
        #expect(tickets.allSatisfy { (1...512).contains($0.utf8.count) && !$0.contains("\n") })
        #expect(try await service.size(at: "Office") == nil)
        #expect(try leftovers() == 0)
    }

    func checkImpossibleTargets() async {
        for target in ["", "/etc/a.jpg", "../a.jpg", "a/../../b.jpg", "..", "./a.jpg"] as [FilePath] {
            await expectError(.refused) { () throws(UploadError) in try await ticket(for: target) }
        }
    }
}
