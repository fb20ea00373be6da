package import PhotoPipeline

extension FolderService: ConditionTelling {
    package var condition: (any ConditionTelling)? { self }

    /// What the file system of the directory takes.
    package func condition() async throws(UploadError) -> DestinationCondition {
        DestinationCondition(free: freeBytes(at: path))
    }
}
