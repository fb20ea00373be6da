import PhotoModel
import PhotoPipeline
import SystemPackage
import Testing
import WorkphotosTestSupport

struct FakeUploadServiceTests {
    @Test(arguments: UploadPromise.allCases)
    func `The fake fulfils the contract of services`(_ promise: UploadPromise) async throws {
        try await promise.check(try FakeUploadWorld())
    }

    @Test(arguments: UploadPromise.allCases)
    func `So does one that resumes interrupted uploads`(_ promise: UploadPromise) async throws {
        try await promise.check(try FakeUploadWorld(goingOn: true))
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
}
