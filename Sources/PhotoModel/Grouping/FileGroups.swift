/// The files of one directory by what belongs together.
///
/// Names are bytes; stems and endings are compared without the case of ASCII letters. The result does not depend on the
/// order of the files, and takes time in proportion to their names.
///
/// - Sidecars: all photos that one belongs to (see ``SidecarNames``) are one group with it.
/// - RAW: one RAW and one still of a stem, unless they name two cameras. With several of either, nobody knows which is
///   whose. What a Pixel and icloudpd add to a stem does not count (`FileName.family`).
/// - Edits: Apple's `IMG_E1234.*` of `IMG_1234.*`; Google's `NAME-edited.*` of `NAME.*`, where there is one of the same
///   ending of that one; the others that `EditName` lists. Stills are edits of stills and clips of clips, else of what
///   is there. With two originals, or none, an edit is a photo of its own.
/// - Live Photos: a still and a clip with one content identifier, whatever their names. By stem where no identifier
///   contradicts, and their times, where both are known, are at most a day apart. Two candidates mean no pair; with as
///   many stills as clips of one identifier (copies), each with its stem's.
///
/// ``GroupTies`` says how closely they belong together: a corrected clock takes no file out of its group, but its
/// position no longer speaks for the others.
package struct FileGroups: Sendable {
    /// A file of a group.
    package struct Member: Hashable, Sendable {
        /// The file's place in the given array.
        package var file: Int
        /// What it is in its group.
        package var role: Photo.Member.Role
    }

    /// Each with at least one photo; the leader first: original still, then RAW, then edit, then clip, then sidecars,
    /// and of equals the first name by bytes. In the order of the leaders' names.
    package let groups: [[Member]]
    /// Sidecars without a photo, by their places, in the order of their names.
    package let orphans: [Int]

    /// - Parameter files: the photos and sidecars of a directory, each name once.
    package init(_ files: [GroupingFile]) {
        var joiner = GroupJoiner(files)
        joiner.joinSidecars()
        joiner.joinRaws()
        joiner.joinEdits()
        joiner.joinClips()
        (groups, orphans) = joiner.result()
    }
}

/// A file of one directory as grouping sees it.
package struct GroupingFile: Hashable, Sendable {
    /// What a file turned out to hold.
    package enum Kind: Hashable, Sendable {
        case photo(PhotoFormat), sidecar(SidecarFormat)
    }

    /// Its name in the directory, in bytes.
    package var name: [UInt8]
    /// What it holds, by content.
    package var kind: Kind
    /// Apple's identifier that a still and its Live Photo clip share.
    package var contentIdentifier: String?
    /// When it was taken, as it says itself: no fence, setting or correction may change groups.
    package var captureTime: CaptureTime?
    /// The camera's maker, as the file itself says.
    package var make: String?
    /// The camera's model, as the file itself says.
    package var model: String?
    /// Whether it may be an edit of a photo that was removed: then it is one of no other.
    package var mayBeOfRemoved = false

    package init(name: [UInt8], kind: Kind) {
        self.name = name
        self.kind = kind
    }
}

extension GroupingFile {
    /// A file as a scan read it; nil if it cannot be in a group.
    ///
    /// - Parameter name: its name in the directory, in bytes.
    package init?(name: [UInt8], content: FileContent) {
        switch content {
        case .photo(let facts):
            self.init(name: name, kind: .photo(facts.format))
            contentIdentifier = facts.contentIdentifier
            captureTime = facts.overruled.captureTime ?? facts.captureTime
            (make, model) = (facts.make, facts.model)
        case .sidecar(let format, _): self.init(name: name, kind: .sidecar(format))
        case .other, .broken: return nil
        }
    }

    /// Whether it is grouped with the files of a directory. A file below the directory is only if it is a companion in
    /// a directory that programs use for companions; ``name`` is then the path to it. A companion in such a directory
    /// is grouped with the photos above it, and not with the files beside it.
    ///
    /// - Parameter directory: the path of the directory below the root, in bytes.
    package func isGrouped(in directory: [UInt8]) -> Bool {
        let isCompanion = kind == .sidecar(.companion)
        if name.contains(UInt8(ascii: "/")) { return isCompanion }
        return !isCompanion || !CompanionNames.isElsewhere(name.span, in: directory[...])
    }

    /// What a photo is by itself; nil for a sidecar.
    var photoKind: PhotoFormat.Kind? {
        if case .photo(let format) = kind { format.kind } else { nil }
    }
}

/// Numbers that are put together into sets, in nearly constant time each.
struct DisjointSets {
    private var parents: [Int]

    /// Every number from 0 on by itself.
    init(count: Int) {
        parents = Array(0..<count)
    }

    /// The number that stands for the set a number is in.
    mutating func root(of number: Int) -> Int {
        var number = number
        while parents[number] != number {
            parents[number] = parents[parents[number]]
            number = parents[number]
        }
        return number
    }

    /// Puts the sets of two numbers together.
    mutating func join(_ a: Int, _ b: Int) {
        let (a, b) = (root(of: a), root(of: b))
        parents[max(a, b)] = min(a, b)
    }
}
