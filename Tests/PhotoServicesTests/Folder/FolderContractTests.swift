import PhotoFiles
import PhotoServices
import Testing
import WorkphotosTestSupport

struct FolderContractTests {
    @Test(arguments: UploadPromise.allCases)
    func `A folder fulfils the contract of services`(_ promise: UploadPromise) async throws {
        try await promise.check(try FolderWorld())
    }

    @Test(arguments: UploadPromise.allCases)
    func `So it does if a file cannot be renamed without replacing`(_ promise: UploadPromise) async throws {
        try await promise.check(try FolderWorld(FolderMethods(naming: [.link])))
    }

    @Test(arguments: UploadPromise.allCases)
    func `So it does if there are no links either`(_ promise: UploadPromise) async throws {
        try await promise.check(try FolderWorld(FolderMethods(naming: [.copy])))
    }

    @Test(arguments: UploadPromise.allCases)
    func `So it does without openat2 and O_DIRECT`(_ promise: UploadPromise) async throws {
        try await promise.check(try FolderWorld(FolderMethods(opening: [.byHand], reading: [.cached])))
    }

    @Test(arguments: UploadPromise.allCases)
    func `So it does in memory, where no disk can be read past the cache`(_ promise: UploadPromise) async throws {
        try await promise.check(try FolderWorld(inMemory: true))
    }
}
