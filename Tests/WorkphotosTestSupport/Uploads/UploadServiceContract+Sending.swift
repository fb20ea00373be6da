import PhotoModel
import PhotoPipeline
import Synchronization
import SystemPackage
import Testing

extension UploadWorld {
    /// Creates a file of some blocks in the library, with a ticket.
    private func begin(_ content: [UInt8]) async throws -> TicketedUpload {
        try library.write("photo.jpg", content)
        return try await ticket(for: "a.jpg")
    }

    /// Sends until the interruption after `questions` queries.
    ///
    /// - Returns: the number of transferred bytes, and the last token.
    private func sendBeginning(
        _ upload: TicketedUpload, questions: Int
    ) async throws -> (gone: Int64, token: ResumeToken?) {
        let gone = Mutex<Int64>(0)
        let last = Mutex<ResumeToken?>(nil)
        let source = try source("photo.jpg", interruption: TestInterruption(afterQuestions: questions))
        await expectError(.interrupted) { () throws(UploadError) in
            try await service.send(source, as: upload, resuming: nil) { token in
                last.withLock { $0 = token }
            } progress: { count in
                gone.withLock { $0 += count }
            }
        }
        return (gone.withLock { $0 }, last.withLock { $0 })
    }

    /// Sends the file with a new service, with or without a token.
    ///
    /// - Returns: the upload to finish, and the number of received bytes; nil if it is not counted.
    private func sendWhole(
        _ upload: TicketedUpload, resuming token: ResumeToken?
    ) async throws -> (sent: SentUpload, arrived: Int64?) {
        let before = arrived
        let told = Mutex<Int64>(0)
        let sent = try await another().send(try source("photo.jpg"), as: upload, resuming: token) { _ in
        } progress: { count in
            told.withLock { $0 += count }
        }
        #expect(told.withLock { $0 } == sent.size, "what was there already is told, too")
        return (sent, before.flatMap { before in arrived.map { $0 - before } })
    }

    func checkProgress() async throws {
        let content = UploadContract.bytes(3 << 20 + 1)
        let upload = try await begin(content)
        let told = Mutex<[Int64]>([])
        _ = try await service.send(try source("photo.jpg"), as: upload) { count in
            told.withLock { $0.append(count) }
        }
        #expect(told.withLock { $0.reduce(0, +) } == Int64(content.count))
        #expect(told.withLock { $0.count } > 1)
    }

    func checkInterruption() async throws {
        let upload = try await begin(UploadContract.bytes(3 << 20))
        #expect(try await sendBeginning(upload, questions: 0).gone == 0)
        #expect((1..<3 << 20).contains(try await sendBeginning(upload, questions: 1).gone))
        #expect(try await service.size(at: "a.jpg") == nil)
    }

    func checkDiscardedToken() async throws {
        let content = UploadContract.bytes(3 << 20 + 5)
        let upload = try await begin(content)
        let last = Mutex<ResumeToken?>(nil)
        _ = try await service.send(try source("photo.jpg"), as: upload, resuming: nil) { token in
            last.withLock { $0 = token }
        } progress: { _ in
        }
        let token = last.withLock { $0 }
        #expect((token != nil) == goesOn)
        try await another().discard(upload, source: try source("photo.jpg"))
        #expect(try leftovers() == 0)
        let (sent, arrived) = try await sendWhole(upload, resuming: token)
        if let arrived { #expect(arrived == Int64(content.count)) }
        _ = try await another().finish([sent])[0].get()
        #expect(try bytes(at: "a.jpg") == content)
        #expect(try leftovers() == 0)
    }

    func checkUnknownToken() async throws {
        let content = UploadContract.bytes(100_000)
        let upload = try await begin(content)
        let (sent, arrived) = try await sendWhole(upload, resuming: ResumeToken(Secret(Array("of another".utf8))))
        if let arrived { #expect(arrived == Int64(content.count)) }
        _ = try await another().finish([sent])[0].get()
        #expect(try bytes(at: "a.jpg") == content)
    }

    func checkSendingTwice() async throws {
        let upload = try await begin(UploadContract.bytes(5_000))
        _ = try await service.send(try source("photo.jpg"), as: upload)
        // Shorter, so that rests of the first one would be noticed.
        try library.write("photo.jpg", [7, 7])
        let sent = try await service.send(try source("photo.jpg"), as: upload)
        _ = try await service.finish([sent])[0].get()
        #expect(try bytes(at: "a.jpg") == [7, 7])
        #expect(try leftovers() == 0)
    }

    func checkChange() async throws {
        let upload = try await begin(UploadContract.bytes(3 << 20))
        let source = try source("photo.jpg")
        await expectError(.sourceChanged) { () throws(UploadError) in
            try await service.send(source, as: upload) { _ in try? library.write("photo.jpg", [1]) }
        }
        #expect(try bytes(at: "a.jpg") == nil)
    }

    func checkGoingOn() async throws {
        let content = UploadContract.bytes(3 << 20 + 5)
        let upload = try await begin(content)
        let (gone, token) = try await sendBeginning(upload, questions: 2)
        #expect((token != nil) == goesOn)
        let (sent, arrived) = try await sendWhole(upload, resuming: token)
        if let arrived { #expect(arrived == Int64(content.count) - (goesOn ? gone : 0)) }
        #expect(sent.size == Int64(content.count))
        #expect(try await another().finish([sent])[0].get().evidence == StoredFile(of: content).evidence)
        #expect(try bytes(at: "a.jpg") == content)
        #expect(try leftovers() == 0)
    }
}
