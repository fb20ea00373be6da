import PhotoIntake
import PhotoModel
import SystemPackage

/// Where a destination is.
struct DestinationGround {
    /// Its top; nil where it is not there yet, or has no such thing.
    var top: FileIdentity?
    /// The directories above it, of which those are left out that are not there.
    var above: [FileIdentity] = []
    /// Its path on this machine, free of links; nil where it has none.
    var path: FilePath?
    /// Its places on file systems, where these are known.
    var places: [PlaceOnDevice] = []
    /// The places that are mounted below its top.
    var mounted: [PlaceOnDevice] = []
    /// What holds it, and what holds that; none where it has nothing like that.
    var kinds: [MountKind] = []

    /// The top and all above it.
    var around: Set<FileIdentity> { Set(above + [top].compactMap(\.self)) }
}

/// How one directory and another lie to each other.
enum DirectoryRelation {
    /// It lies in the other, or is the other.
    case inside
    /// It contains the other.
    case around
    /// They have files in common, by another road.
    case part
    /// The other is mounted in it, whole or in part.
    case holds
    /// It is mounted in the other, whole or in part.
    case held

    /// The relation in words, to follow the directory's name.
    func words(to other: String) -> String {
        switch self {
        case .inside: "lies in \(other)"
        case .around: "contains \(other)"
        case .part: "is, by another road, part of \(other)"
        case .holds: "has mounted in it, whole or in part, \(other)"
        case .held: "is mounted, whole or in part, in \(other)"
        }
    }
}
