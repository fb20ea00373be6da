package import PhotoModel
package import PhotoPipeline
package import SystemPackage
import Testing

/// Makes the upload services of a test.
package typealias UploadServiceMaker = @Sendable (DestinationSpec) throws(UploadError) -> any UploadService

/// Makes no service: none is expected.
package let noUploadService: UploadServiceMaker = { (spec: DestinationSpec) throws(UploadError) -> any UploadService in
    Issue.record("No service was expected to be made for \(spec.shown)")
    throw UploadError(.unavailable, "the test has no such service")
}

/// Makes no sign-in: none is expected.
package let noGoogleSignIn: GoogleSignInMaker = { (_, _) throws(SettingError) -> any GoogleSignIn in
    FakeGoogleSignIn(answer: nil)
}

/// Opens no page: none is expected.
package let noPage: @Sendable (String) async -> Bool = { address in
    Issue.record("No page was expected to be opened: \(address)")
    return false
}

extension PhotoPipeline.Environment {
    /// An environment for a test: nothing in it is live, and no questions are answered by default.
    package static func test(
        owner: String = "tests", variables: [String: String] = [:], currentDirectory: FilePath,
        console: any Console = RecordingConsole(), clock: any Clock,
        progress: any ProgressReporter = HiddenProgress(), interruption: any Interruption = TestInterruption(),
        confirmation: any PhotoPipeline.Confirmation = TypedAnswers(), readers: Int = 2,
        destinationKinds: DestinationKinds? = nil, uploadService: @escaping UploadServiceMaker = noUploadService,
        trashService: @escaping @Sendable (RemovalWay) -> any TrashService = { _ in FakeTrashService(in: nil) },
        credentials: any CredentialStore = FakeCredentials(),
        googleSignIn: @escaping GoogleSignInMaker = noGoogleSignIn, notifier: any Notifier = FakeNotifier(),
        pictureMaker: any PictureMaker = FakePictureMaker(),
        openPage: @escaping @Sendable (String) async -> Bool = noPage, crontab: String? = nil, utcOffset: Int = 0
    ) -> PhotoPipeline.Environment {
        PhotoPipeline.Environment(
            owner: owner, variables: variables, userName: { "anna" }, currentDirectory: currentDirectory,
            systemConfiguration: currentDirectory.appending("etc/config.toml"),
            systemFences: currentDirectory.appending("etc/fences.geojson"), console: console, clock: clock,
            progress: progress, interruption: interruption, confirmation: confirmation, readers: readers,
            openFiles: 1_024, threads: BlockingThreads(), destinationKinds: destinationKinds ?? .test(uploadService),
            trashService: trashService, credentials: credentials, googleSignIn: googleSignIn, notifier: notifier,
            pictureMaker: pictureMaker, openPage: openPage, userCrontab: { crontab }, utcOffset: { _ in utcOffset },
            random: { 0x0123_4567_89AB_CDEF })
    }
}
