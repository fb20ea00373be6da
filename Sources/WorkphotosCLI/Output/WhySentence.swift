import PhotoModel
import PhotoPipeline
import SystemPackage

/// The beginning of `why`: the verdict in one sentence, and what would settle an unsure one.
struct WhySentence {
    private let why: Why
    private let explanation: VerdictExplanation

    init(_ why: Why) {
        self.why = why
        explanation = why.explanation
    }

    /// The sentence, such as `Work: 30 m inside Office`, without a full stop.
    var text: String {
        guard let judgement = why.photo.judgement else { return "It was not judged" }
        let verdict = judgement.verdict.rawValue
        return "\(verdict.prefix(1).uppercased())\(verdict.dropFirst()): \(judgement.reason.words.sentence(self))"
    }

    /// The commands that would settle an unsure verdict; none if it is settled.
    var remedies: [String] {
        guard let judgement = why.photo.judgement, judgement.verdict == .unsure else { return [] }
        let file = shellQuoted(why.photo.path.bytes)
        let mark = ["workphotos mark work \(file)", "workphotos mark personal \(file)"]
        guard judgement.reason == .noFences else { return mark }
        let hasPosition = why.photo.facts.position.coordinate != nil
        return [hasPosition ? "workphotos fence add NAME --from-photo \(file) --radius 150m" : Remedy.addFence.command]
    }

    /// How the photo may get a position, or why it cannot get one; nil for one whose verdict needs none.
    var inferring: String? {
        let sources = "from tracks, or from photos of its camera taken shortly before and after"
        return why.uninferred.map { cause in
            switch cause {
            case .noCamera: "  No position is inferred for it, since it names no camera"
            case .noTime: "  No position is inferred for it, since it has no time of day that is certain"
            case .off:
                "  It may get a position \(sources): infer = true in [triage], and \(Remedy.addTrack.command)"
            case .notScanned:
                "  A scan may infer its position \(sources): \(Remedy.scan([directory]).command)"
            case .noOffset(let camera):
                "  No track places it, since its offset from UTC is unknown; to tell how far its camera's clock is "
                    + "ahead of it, such as 2h: \(Remedy.tellCameraOffset(camera).command)"
            case .notFound: "  No position follows \(sources); to add a track: \(Remedy.addTrack.command)"
            }
        }
    }

    private var directory: FilePath { why.photo.path.removingLastComponent() }

    /// The distance to a fence's boundary, and whether the photo is inside or outside.
    var place: String {
        let name = judgement?.fence.map { terminalSafe($0) } ?? "a fence"
        guard let distance = judgement?.distance else { return "inside \(name)" }
        if distance == 0 { return "on the boundary of \(name)" }
        return "\(Self.length(abs(distance))) \(distance < 0 ? "inside" : "outside") \(name)"
    }

    /// Where the photo is, for one that no fence holds.
    var outside: String {
        judgement?.fence == nil
            ? "outside all fences" : "\(place)\(explanation.fences.count > 1 ? ", the nearest fence" : "")"
    }

    /// The accuracy of the position.
    var accuracy: String { Self.length(explanation.accuracy?.meters ?? 0) }

    private var judgement: Judgement? { why.photo.judgement }

    /// The time that was compared with the fence's schedule; nil if it has none.
    var clock: String? {
        let view = explanation.fences.first { $0.fence.name == judgement?.fence && $0.schedule != nil }
        guard let time = view?.localTime else { return nil }
        let day = "\(Self.weekday(CalendarDay(time))) \(CalendarDay(time).text)"
        return why.photo.facts.captureTime?.isDateOnly == true ? day : "\(day) \(time.text.dropFirst(11).prefix(5))"
    }

    var unknownCorrection: String {
        let notes = why.photo.facts.sidecars
        if notes.contains(.unclearTime) {
            return "an XMP file beside it says when it was taken, which cannot be read or is another month"
        }
        return notes.contains(.lost)
            ? "an XMP file beside it gave its place or time and does not any more"
            : "an XMP file beside it or its group cannot be read, so nobody knows what it corrects"
    }

    /// What is wrong with an invalid position; nil for any other.
    var problem: String? {
        guard case .invalid(let problem) = explanation.position else { return nil }
        return switch problem {
        case .nullIsland: "it is 0,0, which cameras write when they have none"
        default: problem.rawValue
        }
    }

    /// Why the time of day is unknown.
    var unknownTime: String {
        guard explanation.isTimeAssumed else { return "the time there is unknown" }
        return "its time may be UTC, as its format says, or what the camera's clock showed"
    }

    /// No camera finds a position a day after the picture: a person set that.
    var staleFix: String {
        let age = explanation.fixAge ?? 0
        let length = Duration.seconds(abs(age)).brief
        if age >= 86_400 { return "its position was set by hand \(length) after it was taken" }
        return "its position was found \(length) \(age < 0 ? "before" : "after") it was taken, "
            + "so it may have been taken elsewhere"
    }

    /// The photos of the group with the verdict on each.
    var members: String {
        let names = why.members.map { member in
            let name = terminalSafe(member.path.lastComponent?.bytes ?? member.path.bytes)
            guard let judgement = member.judgement else {
                let other = member.bond == .nameOnly ? "only its name in common" : "a different time"
                return "\(name) has no position, and \(other)"
            }
            return "\(name) is \(judgement.verdict.rawValue) (\(judgement.reason.rawValue))"
        }
        return names.joined(separator: ", ")
    }

    private static func weekday(_ day: CalendarDay) -> String {
        ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"][day.weekday]
    }

    /// A length in words: `29 m`, `1 km`, `4.2 km`.
    private static func length(_ meters: Double) -> String {
        if meters < 1 { return "less than 1 m" }
        if meters < 1_000 { return "\(Int(meters.rounded())) m" }
        let kilometers = (meters / 100).rounded() / 10
        let isWhole = kilometers == kilometers.rounded() || kilometers >= 10
        return isWhole ? "\(Int(kilometers.rounded()).grouped) km" : "\(kilometers) km"
    }
}
