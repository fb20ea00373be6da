/// What holds a photo of a group and those before it together. The raw values are the contract's.
package enum GroupBond: String, CaseIterable, Hashable, Sendable {
    /// A still and a clip have one content identifier.
    case contentIdentifier = "content-identifier"
    /// They share a name and a moment: of a RAW and its still, and of a Live Photo's still and clip, within 3 seconds.
    case moment = "name-and-time"
    /// They share a name, and nothing contradicts it: edits, and a RAW or a still that tells no time.
    case name
    /// Only the name says that they belong together: their times differ, or a clip is too long for a Live Photo or
    /// tells no time. Such photos are kept and removed together; neither has the other's position or time.
    case nameOnly = "name-only"
}

/// How the photos of a group belong together.
package struct GroupTies: Hashable, Sendable {
    /// Seconds that the clip of a Live Photo lasts at most, where its name is all that tells.
    private static let longestClip = 10.0

    /// What holds each photo and those before it together; nil for the leader.
    package private(set) var bonds: [GroupBond?]
    /// For each photo the part of the group that shares a position and a time: 0 for the leader's, another number for
    /// what ``GroupBond/nameOnly`` holds.
    let parts: [Int]

    /// - Parameter members: the facts of each photo of a group, the leader first.
    package init(of members: [PhotoFacts]) {
        bonds = []
        var parts: [Int] = []
        for (place, member) in members.enumerated() {
            let bond = place == 0 ? nil : member.format.kind == .raw ? Self.bond(raw: member, members[0]) : .name
            bonds.append(bond)
            parts.append(bond == .nameOnly ? 1 : 0)
        }
        let photos = members.indices.filter { members[$0].saidBy == nil }
        let clips = photos.filter { members[$0].format.kind == .clip }
        let pictures = photos.filter { members[$0].format.kind != .clip }
        guard !clips.isEmpty, !pictures.isEmpty else {
            self.parts = parts
            return
        }
        // The clips of a group are one Live Photo's with its edits, so that one of them speaks for all.
        var part = 2
        for clip in clips {
            let found = pictures.lazy.map { ($0, Self.bond(clip: members[clip], members[$0])) }
            guard let (picture, bond) = found.first(where: { $0.1 != .nameOnly }) else {
                bonds[clip] = .nameOnly
                continue
            }
            bonds[clip] = bond
            part = min(part, parts[picture])
        }
        for clip in clips {
            parts[clip] = part
            if part < 2, bonds[clip] == .nameOnly { bonds[clip] = .name }
        }
        self.parts = parts
    }

    private static func bond(raw: PhotoFacts, _ leader: PhotoFacts) -> GroupBond {
        guard leader.format.kind == .still, let time = raw.uncorrectedTime, let other = leader.uncorrectedTime,
            !time.isDateOnly, !other.isDateOnly
        else { return .name }
        return time.agrees(with: other) ? .moment : .nameOnly
    }

    private static func bond(clip: PhotoFacts, _ picture: PhotoFacts) -> GroupBond {
        if let one = clip.contentIdentifier, let other = picture.contentIdentifier {
            return one == other ? .contentIdentifier : .nameOnly
        }
        guard let duration = clip.duration, (0...longestClip).contains(duration), let time = clip.uncorrectedTime,
            let other = picture.uncorrectedTime
        else { return .nameOnly }
        return time.agrees(with: other) ? .moment : .nameOnly
    }
}
