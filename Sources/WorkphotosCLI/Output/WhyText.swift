import PhotoModel
import PhotoPipeline
import SystemPackage

/// The text of `why`: the verdict, the photo's facts, the fences around it, and each step in order.
struct WhyText {
    private let why: Why
    private let explanation: VerdictExplanation
    /// Whether the result of each rule is shown.
    private let hasSteps: Bool
    private let path: ShownPath
    private let minute: (Int64) -> String

    /// - Parameter minute: formats a moment by the user's clock, to the minute.
    init(_ why: Why, hasSteps: Bool, path: ShownPath, minute: @escaping (Int64) -> String) {
        self.why = why
        self.path = path
        self.hasSteps = hasSteps
        self.minute = minute
        explanation = why.explanation
    }

    /// The columns before the values.
    static let indent = 12

    /// The text, without a line end after its last line. Names are safe for a terminal.
    var text: String {
        ([heading] + facts + fences + judged + standing).joined(separator: "\n")
    }

    private var heading: String {
        let sentence = WhySentence(why)
        let note: String? =
            switch why.standing {
            case .indexed: nil
            case .changedSinceScan: "  It changed since the last scan: this is what a scan would say now."
            case .notIndexed: "  It is not in the index: this is what a scan would say."
            }
        let settling = sentence.remedies.enumerated().map { place, command in
            place == 0 ? "  To settle it: \(command)" : "            or: \(command)"
        }
        let lines = ["\(path.text(why.photo.path)): \(sentence.text)", note] + settling + [sentence.inferring]
        return lines.compactMap(\.self).joined(separator: "\n")
    }

    // MARK: - Facts

    private var facts: [String] {
        let lines: [String?] = [
            line("position", position), why.inference.map { line("inferred", workedOut($0)) },
            explanation.accuracy.map { line("accuracy", accuracy($0)) },
            line("taken", taken), overruled,
            why.cameraOffset.map { line("clock", clock($0)) },
            explanation.gpsTime.map { line("fix", fix($0)) },
        ]
        let beside = notes.enumerated().map { place, note in line(place == 0 ? "beside it" : "", note) }
        return lines.compactMap(\.self) + beside
    }

    /// What the photo's own file says, where an XMP file beside it says something else; else another place that it, or
    /// a file beside it, says.
    private var overruled: String? {
        var own = why.photo.facts.overruled
        own.coordinate = own.coordinate ?? explanation.otherPlace
        if own == OverruledFacts() { return nil }
        return why.photo.facts.sidecars.contains(.corrected)
            ? line("corrected", "by an XMP file beside it; its own file says \(Self.words(own))")
            : line("also", "\(Self.words(own)) is said of it, which only counts in a fence that is never work")
    }

    /// A place and a time as far as they are known.
    private static func words(_ said: OverruledFacts) -> String {
        let time = said.captureTime.map { "taken \($0.wall.text)\($0.offset?.text ?? "")" }
        return [said.coordinate?.shown, time].compactMap(\.self).joined(separator: ", ")
    }

    /// What is to say of the files beside the photo.
    private var notes: [String] {
        let words: [(SidecarNotes, String)] = [
            (.unreadable, "an XMP file that cannot be read, so that nobody knows what it corrects"),
            (
                .lost,
                "an XMP file gave its place or time and does not any more; to accept that: workphotos scan --accept-missing"
            ),
            (
                .unclearTime,
                "an XMP file says when it was taken, which cannot be read or is another month, so that nobody knows when"
            ),
            (
                .morePlaces,
                "it and the XMP files of its name say more than two places, so that nobody knows which is right"
            ),
            (
                .takeoutDiffers,
                "a Takeout file of another time, so that its place only counts in a fence that is never work"
            ),
        ]
        let others = why.otherCorrections.map { path, said in
            "\(terminalSafe(path.bytes)) says \(Self.words(said)); another XMP file comes first"
        }
        return words.filter { why.photo.facts.sidecars.contains($0.0) }.map(\.1) + others
    }

    private var position: String {
        switch explanation.position {
        case .absent: "none"
        case .invalid(let problem): "invalid (\(problem.rawValue))"
        case .valid(let coordinate):
            coordinate.shown
                + (explanation.positionSource.map { ", from \($0.rawValue)" } ?? "")
        }
    }

    /// The points that the position was inferred from.
    private func workedOut(_ trail: InferenceTrail) -> String {
        let points = trail.points.map { point in
            let place = point.witness.coordinate.shown
            let file = point.path.map { path.text($0) } ?? "a file that is not known any more"
            return point.isOfTrack ? "\(place) at \(point.witness.time.text)Z of \(file)" : "\(place) of \(file)"
        }
        let from = points.count == 1 ? "from " : "between "
        let own = trail.file == why.photo.path ? "" : ", for \(path.text(trail.file))"
        return from + points.joined(separator: " and ") + own
    }

    private func accuracy(_ accuracy: PositionAccuracy) -> String {
        let source =
            switch accuracy.source {
            case .photo: "from the photo"
            case .method: "assumed, since the position comes from cell towers or networks"
            case .configuration: "assumed by the configuration"
            case .inference: "by the distance between those points"
            }
        let within = Self.meters(explanation.uncertainWithin)
        return
            "\(Self.meters(accuracy.meters)) (68 %), \(source); within \(within) of a boundary, its side is uncertain"
    }

    private var taken: String {
        guard let time = why.photo.facts.captureTime else { return "at an unknown time\(passedOver)" }
        if time.isDateOnly {
            let source = time.source == .filename ? "the file's name" : time.source.rawValue.uppercased()
            return "\(CalendarDay(time.wall).text), from \(source), which has no hour\(passedOver)"
        }
        let offset =
            switch time.offset?.source {
            case nil: ", offset from UTC unknown"
            case .assumed: ", a time in UTC by its format, or what the camera's clock showed"
            case .exif, .quicktime, .xmp, .iptc: ", offset from the photo"
            case .filename: ", offset from the file's name"
            case .utc: ", a time in UTC; the local time is unknown"
            case .gps: ", offset derived from GPS time"
            case .fence: ", offset from the fence's time zone"
            case .configuration: ", offset from the configuration"
            }
        let unread = time.hasUnreadableOffset ? "; the photo gives an offset that cannot be read" : ""
        let doubt =
            explanation.isTimeAssumed && !time.isAssumedUTC
            ? "; or the camera's clock showed what is taken for UTC" : ""
        let source = time.source == .filename ? ", from the file's name" : ""
        return "\(time.wall.text)\(time.offset?.text ?? "")\(offset)\(unread)\(doubt)\(source)\(passedOver)"
    }

    /// The times that do not count, since they lie in the future, are where a clock begins or cannot be read; empty
    /// where there are none.
    private var passedOver: String {
        let facts = why.photo.facts
        let times = [(explanation.futureTime, "lies in the future"), (facts.unsetTime, Self.clockBegins)]
        let read = times.map { time, words in
            time.map { "; \($0.wall.text) (\($0.source.rawValue)) \(words)" } ?? ""
        }
        return read.joined() + (facts.sidecars.contains(.unreadableTime) ? "; \(Self.unreadableTime)" : "")
    }

    /// What is said of a time that a photo gives and that is not understood.
    static let unreadableTime = "a time that it says cannot be read"

    /// What is said of a time that only a clock shows which was never set.
    static let clockBegins = "is where a clock begins"

    private func clock(_ known: KnownCameraOffset) -> String {
        "\(known.words) for \(known.camera == nil ? "all cameras without one of their own" : "this camera"); used in tracks only"
    }

    private func fix(_ time: WallTime) -> String {
        if explanation.isFixUnset { return "\(time.text)Z, which does not count: the receiver did not know the date" }
        guard let age = explanation.fixAge else { return "\(time.text)Z" }
        let minutes = (abs(age) / 6).rounded() / 10
        return "\(time.text)Z, \(minutes) min \(age < 0 ? "before" : "after") the photo"
    }

    // MARK: - Fences

    private var fences: [String] {
        explanation.fences.enumerated().map { line($0.offset == 0 ? "fences" : "", fence($0.element)) }
    }

    private func fence(_ view: VerdictExplanation.FenceView) -> String {
        let side = view.isInside ? "inside" : "outside"
        let distance = view.distance == 0 ? "on the boundary" : "\(Self.meters(abs(view.distance))) \(side)"
        let other = view.otherDistance.map { "but \(Self.meters(abs($0))) inside by the other place" }
        let parts = [
            "\(terminalSafe(view.fence.name)) (\(view.fence.kind.rawValue)): \(distance)",
            view.isCertain ? nil : "which is not certain",
            other ?? (view.isNear ? nil : "too far to matter"), schedule(view),
        ]
        return parts.compactMap(\.self).joined(separator: ", ")
    }

    private func schedule(_ view: VerdictExplanation.FenceView) -> String? {
        guard let match = view.schedule, let time = view.localTime else { return nil }
        let isDate = why.photo.facts.captureTime?.isDateOnly ?? false
        let shown = isDate ? CalendarDay(time).text : time.text
        let clock = "\(shown) \(view.isLocalTimeConverted ? "by its clock" : "by the photo's clock")"
        switch match {
        case .within: return "\(clock), in its hours and dates"
        case .outsideHours: return "\(clock), outside its hours"
        case .outsideDates: return "\(clock), outside its dates"
        }
    }

    // MARK: - Judgement

    /// The verdict with its reason, or the result of each rule.
    private var judged: [String] {
        if hasSteps { return steps }
        let judgement = why.photo.judgement
        return [line("judged", judgement.map { "\($0.verdict.rawValue) (\($0.reason.rawValue))" } ?? "no")]
    }

    private var steps: [String] {
        let reached = why.steps.filter { $0.outcome != .notReached }
        return reached.enumerated().map { place, step in
            line(place == 0 ? "judged" : "", "\(place + 1). \(step.rule.rawValue): \(sentence(step))")
        }
    }

    private func sentence(_ step: VerdictExplanation.Step) -> String {
        let isDecided = step.outcome == .decided
        let names = step.fences.map { terminalSafe($0) }.joined(separator: ", ")
        let decided = "\(why.photo.judgement?.verdict.rawValue ?? "")"
        let found = step.fences.isEmpty ? "" : " (\(names))"
        guard isDecided else { return step.rule.words.passed + found }
        return "\(step.rule.words.applies)\(found), so \(decided)"
    }

    // MARK: - Marks, members and uploads

    private var standing: [String] {
        let members = why.photo.members.map { "\(path.text($0.path)) (\($0.role.rawValue))" }
        return [
            line("marked", why.photo.marked?.rawValue ?? "no"),
            line("held", why.photo.held.map { terminalSafe($0) } ?? "no"),
            line("members", members.joined(separator: ", ")),
        ] + bonds + uploads + heldFrom + [line("kept by", keeps)]
    }

    /// What holds each photo of the group to those before it.
    private var bonds: [String] {
        let held = why.members.compactMap { member in member.bond.map { (member.path, $0) } }
        return held.enumerated().map { place, held in
            let name = terminalSafe(held.0.lastComponent?.bytes ?? held.0.bytes)
            return line(place == 0 ? "together" : "", "\(name): \(Self.words(held.1))")
        }
    }

    private static func words(_ bond: GroupBond) -> String {
        switch bond {
        case .contentIdentifier: "by one content identifier"
        case .moment: "by name and time"
        case .name: "by its name"
        case .nameOnly: "by its name only: it is kept and removed with the others, and has no place or time of theirs"
        }
    }

    private var keeps: String {
        let unknown = why.standing == .notIndexed ? ["no scan has seen it"] : []
        let reasons = unknown + why.keeps.map { $0.words.ofPhoto(self) }
        return reasons.isEmpty ? "nothing" : reasons.joined(separator: ", ")
    }

    var changed: String {
        why.standing == .indexed ? "a file of it changed since the last scan" : "it changed since the last scan"
    }

    /// Where it is missing.
    var notUploaded: String {
        if !why.unsentSidecars.isEmpty {
            let names = why.unsentSidecars.map { terminalSafe($0.bytes) }.joined(separator: ", ")
            return "\(names), which [upload] sidecars does not send"
        }
        return photosNotUploaded
    }

    private var photosNotUploaded: String {
        why.photo.uploads.isEmpty && why.copiesBeside.isEmpty
            ? "it is not uploaded" : "not every file of it is at as many destinations as [purge] require demands"
    }

    /// The file beside it that would belong to its group.
    var partner: String { why.partner.map { path.text($0) } ?? "a file beside it" }

    var held: String {
        why.photo.held == Photo.restoredReason
            ? "it is held, since it came back after a purge; to release it: workphotos unhold "
                + terminalSafe(shellQuoted(why.photo.path.bytes))
            : "it is held"
    }

    private var uploads: [String] {
        if why.photo.uploads.isEmpty {
            let none = earlierCopies.isEmpty ? "none of this file" : "none of this file as it is now"
            let others = copiesBeside + earlierCopies
            return [line("uploads", others.isEmpty ? "none" : none)] + others
        }
        return ownUploads + earlierCopies
    }

    private var ownUploads: [String] {
        why.photo.uploads.enumerated().map { place, upload in
            let target = "\(terminalSafe(upload.destination)): \(terminalSafe(upload.target.bytes))"
            let times = "sent \(minute(upload.receivedAt)), checked \(minute(upload.checkedAt))"
            return line(place == 0 ? "uploads" : "", "\(target), \(times)")
        }
    }

    /// Where copies of the other files of its group are, of which it has none itself.
    private var copiesBeside: [String] {
        why.copiesBeside.map { line("", of: $0, terminalSafe($0.path.lastComponent?.bytes ?? $0.path.bytes)) }
    }

    /// Where copies of its earlier bytes are.
    private var earlierCopies: [String] { why.earlierCopies.map { line("", of: $0, "as it was before") } }

    private func line(_ label: String, of copy: Why.Copy, _ what: String) -> String {
        line(label, "\(what): \(terminalSafe(copy.destination)): \(terminalSafe(copy.target.bytes))")
    }

    /// Where it is not sent, and the command that ends that.
    private var heldFrom: [String] {
        if why.heldFrom.isEmpty { return [] }
        let names = why.heldFrom.map { terminalSafe($0) }.joined(separator: ", ")
        let file = shellQuoted(why.photo.path.bytes)
        return [
            line(
                "not sent",
                "to \(names), from where its copy was taken back or is gone; to send it again: "
                    + "workphotos mark work \(file)")
        ]
    }

    private func line(_ name: String, _ value: String) -> String {
        "  \(padded(name, to: Self.indent - 2))\(value)"
    }

    private static func meters(_ meters: Double) -> String {
        meters >= 10_000
            ? "\(Int((meters / 1_000).rounded()).grouped) km"
            : meters >= 100 ? "\(Int(meters.rounded()).grouped) m" : "\((meters * 10).rounded() / 10) m"
    }
}
