import Glibc
import PhotoModel
import SystemPackage

/// What of a selection the database does not decide: the exact distance, and the pattern that the path matches.
struct PhotoFilter {
    private let near: (center: Coordinate, meters: Double)?
    private let pattern: [CChar]?
    private let distance: (Coordinate, Coordinate) -> Double

    init(_ selection: PhotoSelection, distance: @escaping (Coordinate, Coordinate) -> Double) {
        near = selection.near
        pattern = selection.path.map { $0.utf8.map { CChar(bitPattern: $0) } + [0] }
        self.distance = distance
    }

    /// Whether every photo passes.
    var isEmpty: Bool { near == nil && pattern == nil }

    func passes(_ photo: Photo) -> Bool {
        isNear(photo.facts.position.coordinate) && matches(photo.path)
    }

    private func isNear(_ coordinate: Coordinate?) -> Bool {
        guard let near else { return true }
        guard let coordinate else { return false }
        return distance(near.center, coordinate) <= near.meters
    }

    /// fnmatch(3) without flags: `*` and `?` match slashes and leading dots too.
    private func matches(_ path: FilePath) -> Bool {
        guard let pattern else { return true }
        return unsafe pattern.withUnsafeBufferPointer { pattern in
            guard let pattern = pattern.baseAddress else { return false }
            return unsafe path.withPlatformString { unsafe fnmatch(pattern, $0, 0) } == 0
        }
    }
}
