import PhotoModel
import PhotoPipeline
import PhotoServices
import SystemPackage
import WorkphotosTestSupport

extension TestRemote {
    /// The service of a directory in the remote, which does not exist yet.
    func service() throws -> RcloneService {
        let settings = try RcloneSettings(
            configuration: configurationFile, variables: ["PATH": "/usr/local/bin:/usr/bin:/bin"])
        return RcloneService(
            try RcloneSpec(spec(of: "work photos")),
            rclone: try Rclone(settings, random: { .random(in: .min ... .max) }), variables: [:],
            clock: SteppingClock(now: 4_000_000_000_000_000_000), random: { .random(in: .min ... .max) })
    }

    /// The service of a new destination with an upload.
    func service(with bytes: [UInt8], at target: FilePath) async throws -> RcloneService {
        let service = try service()
        _ = try await service.makeDestination(DestinationMarker(random: 1, 2), creating: true)
        let tree = try TemporaryTree()
        try tree.write("a.jpg", bytes)
        let source = try UploadSource(tree.path("a.jpg"), interruption: TestInterruption())
        let upload = try await service.prepare(
            PlannedCopy(target: target, size: Int64(bytes.count), modified: 0))
        _ = try await service.finish([try await service.send(source, as: upload)])[0].get()
        return service
    }
}
