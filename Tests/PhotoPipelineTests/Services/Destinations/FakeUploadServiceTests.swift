import PhotoModel
import PhotoPipeline
import Synchronization
import SystemPackage
import Testing
import WorkphotosTestSupport

struct FakeUploadServiceTests {
    private let library: TemporaryTree
    private let fake = FakeUploadService(marker: DestinationMarker("m"))
    private let upload = TicketedUpload(target: "a.jpg", ticket: "t", modified: 5)

    init() throws {
        library = try TemporaryTree()
        try library.write("photo.jpg", [1, 2, 3])
    }

    private func source() throws -> UploadSource {
        try UploadSource(library.path("photo.jpg"), interruption: TestInterruption())
    }

    @Test(arguments: UploadPromise.allCases)
    func `The fake fulfils the contract of services`(_ promise: UploadPromise) async throws {
        try await promise.check(try FakeUploadWorld())
    }

    @Test(arguments: UploadPromise.allCases)
    func `So does one that resumes interrupted uploads`(_ promise: UploadPromise) async throws {
        try await promise.check(try FakeUploadWorld(goingOn: true))
    }

    @Test func `It records its calls in order`() async throws {
        _ = try await fake.marker()
        let sent = try await fake.send(try source(), as: upload)
        _ = await fake.finish([sent])
        #expect(fake.calls == [.marker, .send(library.path("photo.jpg"), upload, resuming: false), .finish([sent])])
    }

    @Test func `An unexpected call is an issue`() async {
        let untold = FakeUploadService()
        await withKnownIssue {
            await expectError(.failed) { () throws(UploadError) in try await untold.marker() }
        }
        await withKnownIssue {
            await expectError(.failed) { () throws(UploadError) in try await untold.surroundings() }
        }
        await withKnownIssue {
            await expectError(.failed) { () throws(UploadError) in try await untold.size(at: "a.jpg") }
        }
    }

    @Test func `A call fails as often as configured`() async throws {
        fake.fail(.look, of: "a.jpg", with: UploadError(.transient, "no answer"), times: 2)
        #expect(try await fake.inspect("b.jpg") == nil)
        for _ in 0..<2 {
            await expectError(.transient) { () throws(UploadError) in try await fake.inspect("a.jpg") }
        }
        #expect(try await fake.inspect("a.jpg") == nil)
    }

    @Test func `A failing send leaves the transferred bytes`() async throws {
        fake.fail(.send, with: UploadError(.transient, "no answer"), after: 2)
        let source = try source()
        await expectError(.transient) { () throws(UploadError) in
            try await fake.send(source, as: upload)
        }
        #expect(fake.parts == ["t": [1, 2]])
    }

    @Test func `A send is held in its middle until it is released`() async throws {
        let held = fake.hold(.send, of: "a.jpg")
        let told = Mutex<Int64>(0)
        async let sending = fake.send(try source(), as: upload) { count in told.withLock { $0 += count } }
        await held.reached()
        #expect(told.withLock { $0 } == 3)
        held.release()
        #expect(try await sending.size == 3)
    }

    @Test func `Altered bytes are not finished`() async throws {
        fake.altered.insert("a.jpg")
        let sent = try await fake.send(try source(), as: upload)
        expectFailure(await fake.finish([sent])[0], .corrupted)
        #expect(fake.entries.isEmpty)
        #expect(fake.parts.isEmpty)
    }
}
