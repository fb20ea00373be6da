package import PhotoModel
package import SystemPackage

/// A photo of a clock. It shows how far the camera's clock is off.
package struct ClockPhoto {
    private let facts: PhotoFacts

    /// - Parameter clock: detects a file that changes while it is read.
    package init(reading path: FilePath, clock: any Clock) throws(TextError) {
        var inspection = Inspection(clock: clock)
        switch inspection.read(path) {
        case .success(let photo): facts = photo.facts
        case .failure(let refusal): throw TextError(refusal.finding.detail)
        }
    }

    /// Computes how far the camera's clock is ahead.
    ///
    /// - Parameter shown: the time on the clock in the picture, in UTC.
    /// - Returns: the camera's name, the offset, and the setting to pass to a scan.
    /// - Throws: if the photo records no camera or no local time, or if the two differ by more than 36 hours.
    package func compare(
        with shown: WallTime
    ) throws(TextError) -> (camera: String, offset: CameraOffset, setting: CameraClock) {
        let camera = facts.camera.text
        guard !camera.isEmpty else { throw TextError("it does not say which camera took it") }
        guard let time = facts.captureTime, !time.isOnlyUTC, !time.isDateOnly else {
            throw TextError("it does not say what its camera's clock showed")
        }
        let offset = try CameraOffset(taken: time.wall, shown: shown)
        return (camera, offset, CameraClock(.exactly(make: facts.make, model: facts.model), offset))
    }
}
