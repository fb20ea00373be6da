package import PhotoPipeline

extension FolderService: ConditionReporting {
    package var condition: (any ConditionReporting)? { self }

    /// What the file system of the directory takes.
    package func condition() async throws(UploadError) -> DestinationCondition {
        DestinationCondition(free: freeBytes(at: path))
    }
}
