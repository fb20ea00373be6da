import PhotoModel
import PhotoPipeline
import SystemPackage
import Testing

extension UploadWorld {
    func checkLooking() async throws {
        let content = UploadContract.bytes(2 << 20 + 77)
        try place(content, at: "x/a.jpg")
        try placeOther(at: "x/b.jpg")
        let found = try #require(try await service.inspect("x/a.jpg"))
        #expect(found.size == Int64(content.count))
        #expect(found.evidence.checksum == StoredFile(of: content).evidence.checksum)
        for target in ["x/b.jpg", "x/c.jpg", "y/a.jpg", "x/a.jpg/d.jpg"] as [CopyLocation] {
            #expect(try await service.inspect(target) == nil)
        }
    }

    func checkSeveralLooks() async throws {
        for number in 0..<6 { try place(UploadContract.bytes(number * 3_000), at: FilePath("x/\(number).jpg")) }
        try placeOther(at: "x/b.jpg")
        let odd: [CopyLocation] = ["x/b.jpg", "x/c.jpg", "y/1.jpg", "x/3.jpg"]
        let targets = (0..<6).map { CopyLocation(FilePath("x/\($0).jpg")) } + odd
        let looks = await service.inspect(targets)
        let stamps = await service.identify(targets)
        #expect([looks.count, stamps.count] == [targets.count, targets.count])
        for (target, (look, stamp)) in zip(targets, zip(looks, stamps)) {
            #expect(try look.get() == (try await service.inspect(target)))
            #expect(try stamp.get() == (try await service.identify(target)))
        }
        #expect(looks.compactMap { try? $0.get()?.size } == [0, 3_000, 6_000, 9_000, 12_000, 15_000, 9_000])
        #expect(await service.inspect([]).isEmpty)
        try goAway()
        for look in await service.inspect(targets) {
            await expectError(.unavailable) { () throws(UploadError) in _ = try look.get() }
        }
        for stamp in await service.identify(targets) {
            await expectError(.unavailable) { () throws(UploadError) in _ = try stamp.get() }
        }
    }

    func checkStamps() async throws {
        try place(UploadContract.bytes(5_000), at: "x/a.jpg")
        try placeOther(at: "x/b.jpg")
        let stamp = try #require(try await service.inspect("x/a.jpg")).stamp
        #expect((try await service.proofReading() == .once) == (stamp != nil))
        // If reading gives no stamp, a glance may still give one, which is compared with nothing.
        for service in [service, another()] {
            let glance = try await service.identify("x/a.jpg")
            if let stamp { #expect(glance == .stamp(stamp)) } else { #expect(glance != .missing) }
            #expect(try await service.inspect("x/a.jpg")?.stamp == stamp)
        }
        for target in ["x/b.jpg", "x/c.jpg", "y/a.jpg", "x/a.jpg/d.jpg"] as [CopyLocation] {
            #expect(try await service.identify(target) == .missing)
        }
    }

    func checkChangedStamps() async throws {
        try place([1, 2, 3], at: "a.jpg")
        let before = try #require(try await service.inspect("a.jpg")).stamp
        // Longer than the granularity of file times.
        try await Task.sleep(for: .milliseconds(20))
        try place([1, 2, 4], at: "a.jpg")
        let glance = try await service.identify("a.jpg")
        #expect(glance != .missing)
        if let before { #expect(glance != .stamp(before)) }
    }

    func checkSizes() async throws {
        try place([1, 2, 3], at: "x/a.jpg")
        try placeOther(at: "x/b.jpg")
        #expect(try await service.size(at: "x/a.jpg") == 3)
        #expect(try await service.size(at: "x/b.jpg") != nil)
        #expect(try await service.size(at: "x/c.jpg") == nil)
        #expect(try await service.size(at: "y/c.jpg") == nil)
        #expect(try await service.size(at: "x/a.jpg/d.jpg") == nil)
    }

    func checkFetching() async throws {
        let content = UploadContract.bytes(3 << 20 + 1)
        try place(content, at: "x/a.jpg")
        var fetched: [UInt8] = []
        try await unsafe service.fetch("x/a.jpg", start: {}) { block throws(UploadError) in
            unsafe fetched.append(contentsOf: block)
        }
        #expect(fetched == content)
        try placeOther(at: "x/b.jpg")
        for target in ["x/b.jpg", "x/c.jpg"] as [CopyLocation] {
            await expectError(.missing) { () throws(UploadError) in
                try await unsafe service.fetch(target, start: {}) { _ in }
            }
        }
    }

    func checkFetchingStops() async throws {
        try place(UploadContract.bytes(3 << 20), at: "a.jpg")
        var blocks = 0
        await expectError(.interrupted) { () throws(UploadError) in
            try await unsafe service.fetch("a.jpg", start: {}) { _ throws(UploadError) in
                blocks += 1
                throw UploadError(.interrupted, "stopped")
            }
        }
        #expect(blocks == 1)
    }

    func checkDiscarding() async throws {
        let upload = try await ticket(for: "x/a.jpg")
        // Before anything is sent, and twice.
        try await service.discard(upload, source: nil)
        try library.write("photo.jpg", [1, 2])
        let source = try source("photo.jpg")
        let sent = try await service.send(source, as: upload)
        #expect(try leftovers() == 1)
        try await service.discard(upload, source: source)
        try await service.discard(upload, source: source)
        #expect(try leftovers() == 0)
        if case .success = await service.finish([sent])[0] { Issue.record("What was discarded was finished") }
        #expect(try bytes(at: "x/a.jpg") == nil)
    }

    func checkDiscardingFinished() async throws {
        let sent = try await send([1, 2], to: "x/a.jpg")
        _ = try await service.finish([sent])[0].get()
        try await service.discard(sent.upload, source: nil)
        #expect(try bytes(at: "x/a.jpg") == [1, 2])
        // Another program's file with the same beginning.
        try place([], at: "x/b.jpg")
        let other = try await send([1, 2], to: "x/b.jpg")
        let journalled = TicketedUpload(
            target: other.upload.target, ticket: other.upload.ticket, modified: 0, sha256: other.hashes.sha256)
        try await another().discard(journalled, source: nil)
        #expect(try bytes(at: "x/b.jpg") == [])
        #expect(try leftovers() == 0)
    }

    func checkForeignTickets() async throws {
        try place([1], at: "x/b.jpg")
        for ticket in [
            "b.jpg", "../x/b.jpg", ".workphotos-.part", ".workphotos-destination", "../.workphotos-destination",
        ] {
            let upload = TicketedUpload(target: "x/a.jpg", ticket: ticket, modified: 0)
            try? await service.discard(upload, source: nil)
        }
        #expect(try bytes(at: "x/b.jpg") == [1])
        #expect(try await service.marker() == UploadContract.marker)
    }

    func checkReceipts() async throws {
        let (first, second, third) = (receipt(1), receipt(2), receipt(3))
        #expect(try await receipts(from: 0).isEmpty)
        let (middle, end) = (Int64((first + second).count), Int64((first + second + third).count))
        let told = try await addReceipts(first + second)
        #expect(told == nil || told == 0..<middle)
        let toldOther = try await addReceipts(third, by: another())
        #expect(toldOther == nil || toldOther == middle..<end)
        try await addReceipts([])
        #expect(try await receipts(from: 0) == first + second + third)
        #expect(try await receipts(from: Int64(first.count)) == second + third)
        for offset in [end, end + 1, 1 << 40] {
            #expect(try await receipts(from: offset).isEmpty)
        }
    }

    func checkCutReceipts() async throws {
        let cut = receipt(1) + receipt(2).prefix(20)
        try setReceipts(cut)
        #expect(try await receipts(from: 0) == cut)
        try await addReceipts(receipt(3))
        #expect(try await receipts(from: 0) == cut + [0x0A] + receipt(3))
    }

    private func receipt(_ number: UInt8) -> [UInt8] {
        let content = Receipt(
            sha256: [UInt8](repeating: number, count: 32), size: 1, target: CopyLocation(FilePath("\(number).jpg")),
            checksum: Checksum(kind: .md5, value: "\(number)"), received: 0, checked: 0)
        return ReceiptLine(content, marker: UploadContract.marker).bytes
    }
}
