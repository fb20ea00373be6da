package import PhotoPipeline

extension FolderService: ConditionReporting {
    package var condition: (any ConditionReporting)? { self }

    /// The free space and capacity of the directory's file system.
    package func condition() async throws(UploadError) -> DestinationCondition {
        DestinationCondition(free: freeBytes(at: path))
    }
}
