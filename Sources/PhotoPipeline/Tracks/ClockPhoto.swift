package import PhotoModel
package import SystemPackage

/// A photo of a clock, by which its camera's clock is compared with that one.
package struct ClockPhoto {
    private let facts: PhotoFacts

    /// - Parameters:
    ///   - path: the photo.
    ///   - clock: the time, by which a file is known that is changed while it is read.
    /// - Throws: `TextError` where it cannot be read.
    package init(reading path: FilePath, clock: any Clock) throws(TextError) {
        var inspection = Inspection(clock: clock)
        switch inspection.read(path) {
        case .success(let photo): facts = photo.facts
        case .failure(let refusal): throw TextError(refusal.finding.detail)
        }
    }

    /// How far the camera's clock is ahead.
    ///
    /// - Parameter shown: what the clock in the picture shows, in UTC.
    /// - Returns: the camera's name, the offset, and what a scan is to be told.
    /// - Throws: `TextError` where the photo does not say its camera, or not what the camera's clock showed; and where
    ///   the two are more than 36 hours apart.
    package func compare(
        with shown: WallTime
    ) throws(TextError) -> (camera: String, offset: CameraOffset, setting: CameraClock) {
        let camera = [facts.make, facts.model].compactMap(\.self).joined(separator: " ")
        guard !camera.isEmpty else { throw TextError("it does not say which camera took it") }
        guard let time = facts.captureTime, !time.isOnlyUTC, !time.isDateOnly else {
            throw TextError("it does not say what its camera's clock showed")
        }
        let offset = try CameraOffset(taken: time.wall, shown: shown)
        return (camera, offset, CameraClock(.exactly(make: facts.make, model: facts.model), offset))
    }
}
