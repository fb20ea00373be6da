import PhotoModel
import PhotoPipeline
import SystemPackage
import Testing

extension UploadWorld {
    func checkFinishing() async throws {
        // Not a multiple of the block size.
        let content = UploadContract.bytes(2 << 20 + 12_345)
        let sent = try await send(content, to: "Office/2026/a.jpg")
        #expect(sent.size == Int64(content.count))
        let stored = try await service.finish([sent])[0].get()
        #expect(stored.size == sent.size)
        #expect(stored.evidence.checksum == StoredFile(of: content).evidence.checksum)
        #expect(stored.identity != sent.source)
        #expect(try bytes(at: "Office/2026/a.jpg") == content)
        #expect(try await found(at: "Office/2026/a.jpg") == stored)
        #expect(try leftovers() == 0)
    }

    /// The file at a target, as finishing returns it: without a stamp.
    private func found(at target: CopyLocation) async throws -> StoredFile? {
        try await service.inspect(target).map {
            StoredFile(size: $0.size, evidence: $0.evidence, identity: $0.identity, stamp: nil)
        }
    }

    func checkUnfinished() async throws {
        _ = try await send([1, 2], to: "Office/a.jpg")
        #expect(try await service.size(at: "Office/a.jpg") == nil)
        #expect(try await service.inspect("Office/a.jpg") == nil)
        #expect(try bytes(at: "Office/a.jpg") == nil)
    }

    func checkEmptyFile() async throws {
        #expect(try await upload([], to: "a.jpg") == (try await found(at: "a.jpg")))
        #expect(try bytes(at: "a.jpg") == [])
    }

    func checkTimes() async throws {
        // The second one is before 1970.
        let times: [Int64] = [1_700_000_000_123_456_700, -1_500_000_000, 0]
        for (index, modified) in times.enumerated() {
            let target = FilePath("\(index).jpg")
            _ = try await service.finish([try await send([1], to: target, modified: modified)])[0].get()
            #expect(try self.modified(at: target) == modified)
        }
    }

    func checkOddNames() async throws {
        let names: [[UInt8]] = [
            [0xFF, 0xFE], Array("a b\n\u{1B}[31m".utf8), Array("-rf *".utf8), Array("e\u{301}".utf8),
            Array("\u{E9}".utf8), [UInt8](repeating: 0x61, count: 255),
        ]
        for (index, name) in names.enumerated() {
            let target = FilePath(bytes: name).appending([])
            _ = try await upload([UInt8(index)], to: target)
        }
        for (index, name) in names.enumerated() {
            #expect(try bytes(at: FilePath(bytes: name)) == [UInt8(index)])
        }
    }

    func checkSeveral() async throws {
        try place([9], at: "x/b.jpg")
        let sent = [
            try await send([1], to: "x/a.jpg"), try await send([2], to: "x/b.jpg"), try await send([3], to: "y/c.jpg"),
        ]
        let answers = await service.finish(sent)
        #expect(answers.count == 3)
        #expect(try answers[0].get() == (try await found(at: "x/a.jpg")))
        expectFailure(answers[1], .taken)
        #expect(try answers[2].get() == (try await found(at: "y/c.jpg")))
        #expect(try bytes(at: "x/b.jpg") == [9])
        #expect(await service.finish([]).isEmpty)
    }

    func checkTaken() async throws {
        try place([9, 9], at: "a.jpg")
        let sent = try await send([1], to: "a.jpg")
        expectFailure(await service.finish([sent])[0], .taken)
        #expect(try leftovers() == 1)
        // The same bytes may get another name.
        let other = TicketedUpload(target: "a-1.jpg", ticket: sent.upload.ticket, modified: 0)
        let again = SentUpload(upload: other, hashes: sent.hashes, source: sent.source)
        _ = try await service.finish([again])[0].get()
        #expect(try bytes(at: "a.jpg") == [9, 9])
        #expect(try bytes(at: "a-1.jpg") == [1])
        #expect(try leftovers() == 0)
    }

    func checkTakenByOther() async throws {
        try placeOther(at: "a.jpg")
        expectFailure(await service.finish([try await send([1], to: "a.jpg")])[0], .taken)
        #expect(try bytes(at: "a.jpg") == nil)
        #expect(try await service.size(at: "a.jpg") != nil)
    }

    func checkTakingBack() async throws {
        var sent: [SentUpload] = []
        for name in ["a", "b", "c"] { sent.append(try await send(Array(name.utf8), to: FilePath("x/\(name).jpg"))) }
        let stored = try await service.finish(sent).map { try $0.get() }
        let error = await #expect(throws: UploadError.self) {
            _ = try await service.takeBack(sent[0], storedAs: stored[0]) { true }
        }
        #expect(error == .lastCopy)
        #expect(try bytes(at: "x/a.jpg") == Array("a".utf8), "the library has lost it")
        _ = try await service.takeBack(sent[0], storedAs: stored[0]) { false }
        #expect(try bytes(at: "x/a.jpg") == nil)
        #expect(try await service.size(at: "x/a.jpg") == nil)
        try place([9], at: "x/b.jpg")
        await expectError(.corrupted) { () throws(UploadError) in
            _ = try await service.takeBack(sent[1], storedAs: stored[1]) { false }
        }
        #expect(try bytes(at: "x/b.jpg") == [9])
        #expect(try bytes(at: "x/c.jpg") == Array("c".utf8))
        #expect(try leftovers() == 0)
    }

    func checkMany() async throws {
        let sent = try await withThrowingTaskGroup { group in
            for number in 0..<20 {
                group.addTask { try await send([UInt8(number)], to: FilePath("\(number % 3)/\(number).jpg")) }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        for answer in await service.finish(sent) { _ = try answer.get() }
        for number in 0..<20 { #expect(try bytes(at: FilePath("\(number % 3)/\(number).jpg")) == [UInt8(number)]) }
    }
}
