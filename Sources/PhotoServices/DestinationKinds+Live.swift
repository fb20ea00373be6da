package import PhotoPipeline

extension DestinationKinds {
    /// The kinds of destinations that the program knows. A new one is a folder beside `Folder`, and a line here.
    ///
    /// - Parameters:
    ///   - clock: the time.
    ///   - random: gives 64 random bits.
    /// - Returns: the kinds; nothing is opened yet.
    package static func live(clock: any Clock, random: @escaping @Sendable () -> UInt64) -> DestinationKinds {
        DestinationKinds([
            FolderKind(clock: clock, random: random),
            RcloneKind(clock: clock, random: random),
            DriveKind(),
        ])
    }
}
