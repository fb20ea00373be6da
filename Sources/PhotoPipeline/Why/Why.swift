package import PhotoModel
package import SystemPackage

/// Everything about one photo: its facts, each step of judging it, and what keeps it from being removed.
package struct Why: Sendable {
    /// Whether the index knows the photo in its current state.
    package enum ScanState: String, CaseIterable, Hashable, Sendable {
        /// The index knows it in its current state.
        case indexed
        /// The file has changed since the last scan. The explanation is what a scan would say now.
        case changedSinceScan = "changed-since-scan"
        /// The index does not know it. The explanation is what a scan would say.
        case notIndexed = "not-indexed"
    }

    /// The photo, with its current verdict.
    package var photo: Photo
    /// Whether the index knows it.
    package var standing: ScanState
    /// The verdict of the rules, with each of their steps. A mark precedes them.
    package var explanation: VerdictExplanation
    /// The photos of its group, each with a verdict of its own; empty if it is alone, or has changed since the scan.
    package var members: [Member] = []
    /// What its position was inferred from, or that of another file of its group by which it is judged; nil for none.
    package var inference: InferenceTrail?
    /// Why no position was inferred for its group, for a photo that is unsure for lack of one.
    package var uninferred: Uninferred?
    /// How far its camera's clock is ahead of UTC, as a person said and tracks use it; nil for none.
    package var cameraOffset: KnownCameraOffset?
    /// The XMP files beside it that say another place or time than counts, in their order, and what they say.
    package var otherCorrections: [(path: FilePath, said: OverruledFacts)] = []
    /// The rules that keep it from being removed now, in their order; empty if none does.
    package var keeps: [Action.Reason]
    /// The sidecars that alone keep it from being removed, since `[upload] sidecars` does not send them.
    package var unsentSidecars: [FilePath] = []
    /// The destinations to which it is not sent, since its copy was taken back from there or accepted as missing.
    package var heldFrom: [String] = []
    /// The copies of other files of its group at destinations, in the order of the files.
    package var copiesBeside: [Copy] = []
    /// The copies of bytes that it had before, as far as is known.
    package var earlierCopies: [Copy] = []
    /// The file for ``Action/Reason/membersDiffer`` and ``Action/Reason/companyUnreadable``; nil if there is none.
    package var partner: FilePath?

    /// Why no position was inferred for a group: the first that applies.
    package enum Uninferred: Hashable, Sendable {
        /// None of its files names a camera.
        case noCamera
        /// Those that do have no time that can be compared with others.
        case noTime
        /// The configuration does not infer positions.
        case off
        /// No scan has seen the file as it is.
        case notScanned
        /// There are tracks, and nothing says how far the camera's clock is from UTC; the camera's name.
        case noOffset(String)
        /// Tracks and other photos do not tell.
        case notFound
    }

    /// A copy of a file of the group.
    package struct Copy: Hashable, Sendable {
        package let path: FilePath
        /// The name of the destination.
        package let destination: String
        /// Where the copy is, below the destination's top.
        package let target: FilePath
        /// The SHA-256 of its bytes.
        package let sha256: [UInt8]
    }

    /// A photo of a group, by itself.
    package struct Member: Hashable, Sendable {
        package let path: FilePath
        /// Its verdict by its own position; nil if it has none.
        package let judgement: Judgement?
        /// What holds it and the photos before it together; nil for the leader.
        package let bond: GroupBond?
    }

    /// The rules in the order of judging, preceded by the person's mark.
    package var steps: [VerdictExplanation.Step] {
        let isMarked = photo.marked != nil
        let mark = VerdictExplanation.Step(rule: .marked, outcome: isMarked ? .decided : .passed, fences: [])
        return [mark]
            + explanation.steps.map { step in
                isMarked ? VerdictExplanation.Step(rule: step.rule, outcome: .notReached, fences: []) : step
            }
    }

    /// The contract's `kept`: what keeps it, after that the index does not know it.
    package var kept: [String] {
        (standing == .notIndexed ? [standing.rawValue] : []) + keeps.map(\.rawValue)
    }
}
