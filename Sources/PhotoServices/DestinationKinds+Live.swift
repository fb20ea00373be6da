package import PhotoPipeline

extension DestinationKinds {
    /// The kinds of destinations that the program knows. A new one is a folder beside `Folder`, and a line here.
    ///
    /// - Parameter random: returns 64 random bits.
    /// - Returns: the kinds; nothing is opened yet.
    package static func live(
        credentials: any CredentialStore, clock: any Clock, random: @escaping @Sendable () -> UInt64,
        threads: BlockingThreads, note: @escaping @Sendable (String) -> Void
    ) -> DestinationKinds {
        DestinationKinds([
            FolderKind(clock: clock, random: random, threads: threads),
            RcloneKind(clock: clock, random: random),
            DriveKind(credentials: credentials, clock: clock, random: random, note: note),
        ])
    }
}
