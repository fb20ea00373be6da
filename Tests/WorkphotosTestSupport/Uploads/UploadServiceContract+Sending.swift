import PhotoModel
import PhotoPipeline
import Synchronization
import SystemPackage
import Testing

extension UploadWorld {
    /// A file of some blocks in the library, with a ticket.
    private func begin(_ content: [UInt8]) async throws -> TicketedUpload {
        try library.write("photo.jpg", content)
        return try await ticket(for: "a.jpg")
    }

    /// Sends until so many questions whether to stop were asked; returns how many bytes went over.
    private func sendBeginning(_ upload: TicketedUpload, questions: Int) async throws -> Int64 {
        let gone = Mutex<Int64>(0)
        let source = try source("photo.jpg", interruption: TestInterruption(afterQuestions: questions))
        await expectError(.interrupted) { () throws(UploadError) in
            try await service.send(source, as: upload, from: 0) { count in gone.withLock { $0 += count } }
        }
        return gone.withLock { $0 }
    }

    func checkProgress() async throws {
        let content = UploadContract.bytes(3 << 20 + 1)
        let upload = try await begin(content)
        let told = Mutex<[Int64]>([])
        _ = try await service.send(try source("photo.jpg"), as: upload, from: 0) { count in
            told.withLock { $0.append(count) }
        }
        #expect(told.withLock { $0.reduce(0, +) } == Int64(content.count))
        #expect(told.withLock { $0.count } > 1)
    }

    func checkInterruption() async throws {
        let upload = try await begin(UploadContract.bytes(3 << 20))
        #expect(try await sendBeginning(upload, questions: 0) == 0)
        #expect((1..<3 << 20).contains(try await sendBeginning(upload, questions: 1)))
        #expect(try await service.size(at: "a.jpg") == nil)
    }

    func checkOffset() async throws {
        let content = UploadContract.bytes(3 << 20 + 5)
        let upload = try await begin(content)
        let gone = try await sendBeginning(upload, questions: 2)
        let rest = Mutex<Int64>(0)
        let sent = try await service.send(try source("photo.jpg"), as: upload, from: gone) { count in
            rest.withLock { $0 += count }
        }
        #expect(rest.withLock { $0 } == Int64(content.count) - gone)
        #expect(sent.size == Int64(content.count))
        #expect(try await service.finish([sent])[0].get().evidence == StoredFile(of: content).evidence)
        #expect(try bytes(at: "a.jpg") == content)
    }

    func checkMissingOffset() async throws {
        let content = UploadContract.bytes(100_000)
        let upload = try await begin(content)
        let sent = try await service.send(try source("photo.jpg"), as: upload, from: 70_000) { _ in }
        _ = try await service.finish([sent])[0].get()
        #expect(try bytes(at: "a.jpg") == content)
    }

    func checkSendingTwice() async throws {
        let upload = try await begin(UploadContract.bytes(5_000))
        _ = try await service.send(try source("photo.jpg"), as: upload, from: 0) { _ in }
        // Shorter, so that nothing of the first may be left.
        try library.write("photo.jpg", [7, 7])
        let sent = try await service.send(try source("photo.jpg"), as: upload, from: 0) { _ in }
        _ = try await service.finish([sent])[0].get()
        #expect(try bytes(at: "a.jpg") == [7, 7])
        #expect(try leftovers() == 0)
    }

    func checkChange() async throws {
        let upload = try await begin(UploadContract.bytes(3 << 20))
        let source = try source("photo.jpg")
        await expectError(.sourceChanged) { () throws(UploadError) in
            try await service.send(source, as: upload, from: 0) { _ in try? library.write("photo.jpg", [1]) }
        }
        #expect(try bytes(at: "a.jpg") == nil)
    }

    func checkAnotherProgram() async throws {
        let content = UploadContract.bytes(3 << 20)
        let upload = try await begin(content)
        let gone = try await sendBeginning(upload, questions: 2)
        let second = another()
        let sent = try await second.send(try source("photo.jpg"), as: upload, from: gone) { _ in }
        let third = another()
        _ = try await third.finish([sent])[0].get()
        #expect(try bytes(at: "a.jpg") == content)
        #expect(try leftovers() == 0)
    }
}
