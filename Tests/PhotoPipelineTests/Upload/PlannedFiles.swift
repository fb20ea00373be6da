import PhotoIndex
import PhotoModel
import PhotoPipeline
import SystemPackage
import Testing
import WorkphotosTestSupport

/// Files in a tree of their own, and candidates that know them as they are.
struct PlannedFiles {
    let tree: TemporaryTree
    /// A day after they were made.
    let later: Int64

    init() {
        do {
            tree = try TemporaryTree()
            try tree.write("clock")
            later = try Self.fingerprint(tree.path("clock")).changed + 86_400_000_000_000
        } catch {
            preconditionFailure("\(error)")
        }
    }

    /// Makes files of one byte each, and a candidate with them; those with a format, and all `.xmp` files, are
    /// sidecars.
    func candidate(_ names: [FilePath], sidecars: [SidecarFormat?] = []) throws -> KnownGroup {
        var members: [KnownGroup.Member] = []
        for (place, name) in names.enumerated() {
            try tree.write(name)
            var member = try member(name)
            if let format = sidecars.indices.contains(place) ? sidecars[place] : nil {
                (member.role, member.sidecar) = (.sidecar, format)
            }
            members.append(member)
        }
        return candidate(members)
    }

    func candidate(_ members: [KnownGroup.Member]) -> KnownGroup {
        KnownGroup(
            group: 7, judgement: Judgement(verdict: .work, reason: .insideFence, fence: "Office", distance: -5),
            leader: PhotoFacts(format: .jpeg), members: members)
    }

    /// The member for a file as it is now.
    func member(_ name: FilePath) throws -> KnownGroup.Member {
        let path = tree.path(name)
        let isXMP = name.extension == "xmp"
        return KnownGroup.Member(
            path: path, role: isXMP ? .sidecar : .still, sidecar: isXMP ? .xmp : nil,
            fingerprint: try Self.fingerprint(path), keepsInodes: true)
    }

    private static func fingerprint(_ path: FilePath) throws -> Fingerprint {
        try UploadSource(path, interruption: TestInterruption()).fingerprint
    }

    func planner(_ change: (inout UploadSettings) -> Void = { _ in }) -> UploadPlanner {
        var settings = UploadSettings()
        change(&settings)
        return UploadPlanner(settings: settings) { $0.captureTime }
    }

    /// The reason for which a candidate is not sent now.
    func why(_ candidate: KnownGroup, now: Int64? = nil) -> Action.Reason? {
        planner().plan(candidate, to: DestinationName(id: 1, name: "nas"), now: now ?? later)?.action.why
    }
}
