import PhotoPipeline
import PhotoServices
import Synchronization
import Testing
import WorkphotosTestSupport

struct RcloneListingsTests {
    private let listings = RcloneListings()

    /// The size of `a.jpg`; `list` is called if the directory is not known yet.
    private func size(list: () async throws(UploadError) -> [RcloneItem]) async throws(UploadError) -> Int64? {
        try await listings.listing(of: "Office", SteppingClock(now: 1_000), list: list).size(of: "a.jpg")
    }

    /// The server may have listed the directory before. If the name counted as free, the next photo would be refused
    /// it.
    @Test func `A file that gets its name while its directory is listed is found`() async throws {
        let listed = try await size { () async throws(UploadError) in
            listings.note(5, at: "Office/a.jpg")
            return []
        }
        #expect(listed == 5)
        let known = try await size { () async throws(UploadError) in [] }
        #expect(known == 5)
    }

    /// Lists the directory for twenty callers at the same time.
    ///
    /// - Parameter answers: the answers of the remote, the last one to all further calls.
    /// - Returns: the number of calls to the remote.
    private func calls(answering answers: [Result<[RcloneItem], UploadError>]) async -> Int {
        let remote = AskedRemote(answers)
        await withTaskGroup(of: Void.self) { tasks in
            for _ in 0..<20 {
                tasks.addTask { [listings] in
                    remote.asked.withLock { $0 += 1 }
                    _ = try? await listings.listing(
                        of: "Office", SteppingClock(now: 1_000), list: remote.list)
                }
            }
        }
        return remote.calls.withLock(\.self)
    }

    @Test func `A directory is listed once for all who ask at the same time`() async {
        #expect(await calls(answering: [.success([])]) == 1)
    }

    @Test func `If the remote fails, it fails for all who ask at the same time`() async {
        // Who asks a moment later asks again.
        #expect(await calls(answering: [.failure(UploadError(.transient, "busy"))]) < 20)
    }

    @Test func `If the caller who lists a directory is stopped, another one lists it`() async {
        let stopped = UploadError(.interrupted, "stopped")
        #expect(await calls(answering: [.failure(stopped), .success([])]) == 2)
    }

    @Test func `A failed list is repeated, and one of a missing directory is empty`() async throws {
        await #expect(throws: UploadError.self) {
            _ = try await size { () async throws(UploadError) in throw UploadError(.transient, "busy") }
        }
        let absent = try await size { () async throws(UploadError) in throw UploadError(.missing, "nothing") }
        #expect(absent == nil)
    }
}

/// A remote that answers once all twenty callers have asked for a listing.
private final class AskedRemote: Sendable {
    let asked = Mutex(0)
    let calls = Mutex(0)
    private let answers: [Result<[RcloneItem], UploadError>]

    init(_ answers: [Result<[RcloneItem], UploadError>]) { self.answers = answers }

    func list() async throws(UploadError) -> [RcloneItem] {
        let number = calls.withLock { count in
            count += 1
            return count
        }
        while asked.withLock({ $0 < 20 }) { await Task.yield() }
        return try answers[min(number, answers.count) - 1].get()
    }
}
