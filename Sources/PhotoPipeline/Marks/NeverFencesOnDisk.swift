import PhotoModel
import SystemPackage

/// Which photos a fence that is never work would keep personal as they are on the disk now, with the files beside them:
/// a scan may not know them, or they were edited, moved or corrected since.
struct NeverFencesOnDisk: ~Copyable {
    private let triage: Triage
    private let areAny: Bool
    private var inspection: Inspection
    private var partners = PartnersOnDisk()

    init(_ rules: JudgingRules, clock: any Clock) {
        triage = rules.triage
        areAny = rules.fences.fences.contains { $0.kind == .never }
        inspection = Inspection(clock: clock)
    }

    /// Whether one keeps a photo, by its other files too.
    mutating func keep(_ photo: FilePath) -> Bool {
        if !areAny { return false }
        var facts: [PhotoFacts] = []
        for file in [photo] + partners.paths(of: photo) {
            guard case .success(let photo) = inspection.read(file) else { continue }
            let others = inspection.otherCorrections(of: photo).compactMap(\.said.coordinate)
            facts += [photo.facts] + others.map(PhotoFacts.init(correctedTo:))
        }
        return !facts.isEmpty && triage.judge(members: facts).reason == .neverFence
    }
}
