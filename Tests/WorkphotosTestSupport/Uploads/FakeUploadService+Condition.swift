package import PhotoPipeline
import Synchronization

extension FakeUploadService: ConditionReporting {
    package func condition() async throws(UploadError) -> DestinationCondition {
        state.withLock(\.condition) ?? DestinationCondition()
    }
}
