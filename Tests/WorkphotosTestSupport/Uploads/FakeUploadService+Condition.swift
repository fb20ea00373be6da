package import PhotoPipeline
import Synchronization

extension FakeUploadService: ConditionTelling {
    package func condition() async throws(UploadError) -> DestinationCondition {
        state.withLock(\.condition) ?? DestinationCondition()
    }
}
