import PhotoModel
import PhotoPipeline
import SystemPackage

/// The beginning of `why`: the verdict in one sentence, and what would settle an unsure one.
struct WhySentence {
    private let why: Why
    private let explanation: Explanation

    init(_ why: Why) {
        self.why = why
        explanation = why.explanation
    }

    /// The sentence, such as `Work: 30 m inside Office`, without a full stop.
    var text: String {
        guard let judgement = why.photo.judgement else { return "It was not judged" }
        let verdict = judgement.verdict.rawValue
        return "\(verdict.prefix(1).uppercased())\(verdict.dropFirst()): \(reason(judgement))"
    }

    /// The commands that would settle an unsure verdict; none if it is settled.
    var remedies: [String] {
        guard let judgement = why.photo.judgement, judgement.verdict == .unsure else { return [] }
        let file = shellQuoted(why.photo.path.bytes)
        let mark = ["workphotos mark work \(file)", "workphotos mark personal \(file)"]
        switch judgement.reason {
        case .noFences:
            let hasPosition = why.photo.facts.position.coordinate != nil
            return [
                hasPosition ? "workphotos fence add NAME --from-photo \(file) --radius 150m" : Remedy.addFence.command
            ]
        default: return mark
        }
    }

    private func reason(_ judgement: Judgement) -> String {
        switch judgement.reason {
        case .marked: "you marked it"
        case .noFences: "there is no work fence yet"
        case .noPosition: "it has no position"
        case .invalidPosition: "its position is invalid\(problem.map { " (\($0))" } ?? "")"
        case .staleFix: "its position was found \(fixAge), so it may have been taken elsewhere"
        case .noTime: "\(place(judgement)), which has hours or dates, but the time there is unknown"
        case .neverFence: "\(place(judgement)), which is never work"
        case .insideFence: place(judgement) + (clock(judgement).map { ", in its hours (\($0))" } ?? "")
        case .outsideHours: "\(place(judgement)), but outside its hours\(clock(judgement).map { " (\($0))" } ?? "")"
        case .outsideDates: "\(place(judgement)), but outside its dates\(clock(judgement).map { " (\($0))" } ?? "")"
        case .nearBoundary:
            "about \(place(judgement)), but its position is only good to \(Self.length(explanation.accuracy?.meters ?? 0))"
        case .outsideFences:
            judgement.fence == nil
                ? "outside all fences"
                : "\(place(judgement))\(explanation.fences.count > 1 ? ", the nearest fence" : "")"
        case .membersDiffer: "the files of its group have different verdicts: \(members)"
        }
    }

    /// The distance to a fence's boundary, and whether the photo is inside or outside.
    private func place(_ judgement: Judgement) -> String {
        let name = judgement.fence.map { terminalSafe($0) } ?? "a fence"
        guard let distance = judgement.distance else { return "inside \(name)" }
        if distance == 0 { return "on the boundary of \(name)" }
        return "\(Self.length(abs(distance))) \(distance < 0 ? "inside" : "outside") \(name)"
    }

    /// The time that was compared with the fence's schedule; nil if it has none.
    private func clock(_ judgement: Judgement) -> String? {
        let view = explanation.fences.first { $0.fence.name == judgement.fence && $0.schedule != nil }
        guard let time = view?.localTime else { return nil }
        let day = "\(Self.weekday(CalendarDay(time))) \(CalendarDay(time).text)"
        return why.photo.facts.captureTime?.isDateOnly == true ? day : "\(day) \(time.text.dropFirst(11).prefix(5))"
    }

    private var problem: String? {
        guard case .invalid(let problem) = explanation.position else { return nil }
        return switch problem {
        case .nullIsland: "it is 0,0, which cameras write when they have none"
        default: problem.rawValue
        }
    }

    private var fixAge: String {
        guard let age = explanation.fixAge else { return "at another time" }
        return "\(Duration.seconds(abs(age)).brief) \(age < 0 ? "before" : "after") it was taken"
    }

    private var members: String {
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
