import PhotoModel
import PhotoPipeline

extension JSONLine {
    /// The `photo` line of `why`: that of the contract, and how the verdict comes about.
    init(why: Why) {
        self.init(photo: why.photo)
        let explanation = why.explanation
        set("standing", why.standing.rawValue)
        set("accuracy", explanation.accuracy?.meters)
        set("accuracySource", explanation.accuracy?.source.rawValue)
        set("certainty", explanation.certainty)
        set("uncertainWithin", explanation.uncertainWithin)
        set("fixAt", explanation.gpsTime.map { "\($0.text)Z" })
        set("fixAge", explanation.fixAge)
        set("fences", explanation.fences, Self.setFence)
        set("steps", why.steps, Self.setStep)
        set("kept", why.keeps.map(\.rawValue))
        set("partners", why.partner.map { [$0] } ?? []) { path, object in object.set(path: path) }
    }

    private static func setFence(_ view: Explanation.FenceView, _ object: inout JSONLine) {
        object.set("name", view.fence.name)
        object.set("kind", view.fence.kind.rawValue)
        object.set("distance", view.distance)
        object.set("near", view.isNear)
        object.set("certain", view.isCertain)
        object.set("localTime", view.localTime?.text)
        object.set("converted", view.isLocalTimeConverted)
        object.set("schedule", view.schedule.map(scheduleName))
    }

    private static func setStep(_ step: Explanation.Step, _ object: inout JSONLine) {
        object.set("rule", step.rule.rawValue)
        object.set("outcome", step.outcome.rawValue)
        object.set("fences", step.fences)
    }

    private static func scheduleName(_ match: FenceSchedule.Match) -> String {
        switch match {
        case .within: "within"
        case .outsideHours: "outside-hours"
        case .outsideDates: "outside-dates"
        }
    }
}
