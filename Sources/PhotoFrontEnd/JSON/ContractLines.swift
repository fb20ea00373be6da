package import PhotoModel
package import PhotoPipeline
import SystemPackage

extension JSONLine {
    /// The `photo` line of the contract.
    package init(photo: Photo) {
        self.init(type: "photo")
        set(path: photo.path)
        for column in PhotoColumn.all.dropFirst() { set(column, of: photo) }
        set("members", photo.members) { member, object in
            object.set(path: member.path)
            object.set("role", member.role.rawValue)
            object.set("bytes", member.bytes)
        }
    }

    /// The `photo` line of `inspect`: the contract's, with what is said of the photo and does not count.
    package init(inspected photo: Photo) {
        self.init(photo: photo)
        setPassedOver(photo.facts)
    }

    /// The `photo` line of `inspect --judge`: that of `inspect`, with the rest of what tells an unchanged file, and
    /// what else another machine judges it by.
    package init(judged photo: Photo) {
        self.init(inspected: photo)
        setFingerprint(of: photo)
        set("fixAt", photo.facts.gpsTime.map { "\($0.text)Z" })
        set("processingMethod", photo.facts.processingMethod)
        set("duration", photo.facts.duration)
    }

    /// The `sidecar` line of `inspect --judge`: what it says of place and time, and what tells an unchanged file.
    package init(sidecar: Photo) {
        self.init(type: "sidecar")
        set(path: sidecar.path)
        for column in PhotoColumn.all where Self.membersOfSidecars.contains(column.name) { set(column, of: sidecar) }
        setFingerprint(of: sidecar)
    }

    private static let membersOfSidecars: Set = [
        "bytes", "modifiedAt", "format", "latitude", "longitude", "horizontalAccuracy", "positionSource", "takenAt",
        "utcOffset", "utcOffsetSource", "takenAtUTC", "takenAtSource",
    ]

    private mutating func set(_ column: PhotoColumn, of photo: Photo) {
        switch column.value(photo) {
        case .text(let value): set(column.name, value)
        case .integer(let value): set(column.name, value)
        case .number(let value): set(column.name, value)
        case .flag(let value): set(column.name, value)
        case .uploads(let uploads): set(column.name, uploads, Self.setUpload)
        }
    }

    /// What the photo's own file says where a file beside it says something else; the beginning of a clock's count,
    /// which is no time; and notes on the files beside it and on what cannot be read.
    private mutating func setPassedOver(_ facts: PhotoFacts) {
        set("fileLatitude", facts.overruled.coordinate?.latitude)
        set("fileLongitude", facts.overruled.coordinate?.longitude)
        set("fileTakenAt", facts.overruled.captureTime?.wall.text)
        set("unsetTakenAt", facts.unsetTime?.wall.text)
        set("unsetTakenAtSource", facts.unsetTime?.source.rawValue)
        set("sidecarNotes", facts.sidecars.names)
    }

    private mutating func setFingerprint(of photo: Photo) {
        let kept = photo.keepsInodes ? photo.fingerprint : nil
        set("changedAt", kept.map { UTCInstant(nanoseconds: $0.changed).text })
        set("inode", kept.map { Int64(bitPattern: $0.inode) })
    }

    private static func setUpload(_ upload: Photo.Upload, _ object: inout JSONLine) {
        object.set("destination", upload.destination)
        object.set("target", path: upload.target)
        object.set("receivedAt", UTCInstant(nanoseconds: upload.receivedAt).text)
        object.set("checkedAt", UTCInstant(nanoseconds: upload.checkedAt).text)
    }
}

extension JSONLine {
    /// The `photo` line of `why`: the contract's, with an explanation of the verdict.
    package init(why: Why) {
        self.init(photo: why.photo)
        let explanation = why.explanation
        set("standing", why.standing.rawValue)
        set("accuracy", explanation.accuracy?.meters)
        set("accuracySource", explanation.accuracy?.source.rawValue)
        set("certainty", explanation.certainty)
        set("uncertainWithin", explanation.uncertainWithin)
        set("fixAt", explanation.gpsTime.map { "\($0.text)Z" })
        set("fixAge", explanation.fixAge)
        setPassedOver(why.photo.facts)
        set("otherCorrections", why.otherCorrections) { correction, object in
            object.set(path: correction.path)
            object.set("latitude", correction.said.coordinate?.latitude)
            object.set("longitude", correction.said.coordinate?.longitude)
            object.set("takenAt", correction.said.captureTime?.wall.text)
        }
        set("fences", explanation.fences, Self.setFence)
        set("steps", why.steps, Self.setStep)
        set("memberVerdicts", why.members) { member, object in
            object.set(path: member.path)
            object.set("verdict", member.judgement?.verdict.rawValue)
            object.set("reason", member.judgement?.reason.rawValue)
            object.set("bond", member.bond?.rawValue)
        }
        set("kept", why.kept)
        set("heldFrom", why.heldFrom)
        set("copiesBeside", why.copiesBeside, Self.setCopy)
        set("earlierCopies", why.earlierCopies, Self.setCopy)
        set("partners", why.partner.map { [$0] } ?? []) { path, object in object.set(path: path) }
        set("inferredFrom", why.inference?.points ?? [], Self.setPoint)
        if let known = why.cameraOffset {
            set("cameraOffset") { object in object.set(known) }
        } else {
            set("cameraOffset", nil as String?)
        }
    }

    private static func setCopy(_ copy: Why.Copy, _ object: inout JSONLine) {
        object.set(path: copy.path)
        object.set("destination", copy.destination)
        object.set("target", copy.target.string)
    }

    /// Sets the members of a camera's offset.
    package mutating func set(_ known: KnownCameraOffset) {
        set("camera", known.camera)
        set("seconds", Double(known.offset.microseconds) / 1e6)
        set("source", known.source.rawValue)
    }

    private static func setPoint(_ point: InferenceTrail.Point, _ object: inout JSONLine) {
        object.set("what", point.isOfTrack ? "track" : "photo")
        object.set(path: point.path)
        object.set("at", point.isOfTrack ? "\(point.witness.time.text)Z" : nil)
        object.set("latitude", point.witness.coordinate.latitude)
        object.set("longitude", point.witness.coordinate.longitude)
    }

    private static func setFence(_ view: VerdictExplanation.FenceView, _ object: inout JSONLine) {
        object.set("name", view.fence.name)
        object.set("kind", view.fence.kind.rawValue)
        object.set("distance", view.distance)
        object.set("otherDistance", view.otherDistance)
        object.set("near", view.isNear)
        object.set("certain", view.isCertain)
        object.set("localTime", view.localTime?.text)
        object.set("converted", view.isLocalTimeConverted)
        object.set("schedule", view.schedule.map(scheduleName))
    }

    private static func setStep(_ step: VerdictExplanation.Step, _ object: inout JSONLine) {
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

extension JSONLine {
    /// The contract's `summary` line, for a command that uploads, removes or restores.
    ///
    /// - Parameter runs: the runs of the command: one that uploads and removes has two.
    package init(_ summary: ActionSummary, command: String, runs: [Int64]) {
        self.init(type: "summary")
        set("command", command)
        set("run", summary.run.map(String.init))
        set("runs", runs.map(String.init))
        set("planned", summary.count(.planned))
        set("staged", summary.count(.staged))
        set("done", summary.count(.done))
        set("failed", summary.count(.failed))
        set("skipped", summary.count(.skipped))
        set("refused", summary.count(.refused))
        set("files", summary.files)
        set("bytes", summary.bytes)
        set("upToDate", summary.groups.upToDate + summary.groups.alreadyStaged)
        set("newVersions", summary.newVersions.count)
        set("personal", summary.groups.personal)
        set("unsure", summary.groups.unsure)
        set("left", summary.groups.left)
        set("unsettled", summary.unsettled)
        set("staying", summary.staying)
        set("unknown", summary.unknown.count)
        set("why") { object in
            for reason in Action.Reason.allCases where summary.groups.reasons[reason] != nil {
                object.set(reason.rawValue, summary.groups.reasons[reason])
            }
        }
        set("breaches", summary.breaches) { breach, object in
            object.set("scope", breach.cap.path == nil ? "library" : "root")
            object.set(path: breach.cap.path)
            object.set("largest", breach.cap.largest)
            object.set("removed", breach.cap.removed)
            object.set("planned", breach.planned)
            object.set("allowed", breach.limit.limit(of: breach.cap.largest))
        }
        set("readBack", summary.readBack) { readBack, object in
            object.set("destination", readBack.destination)
            object.set("copies", readBack.copies)
            object.set("reads", readBack.reading.rawValue)
            object.set("bytes", readBack.bytes)
        }
        set("lastScan", summary.lastScan.map { UTCInstant(nanoseconds: $0).text })
        set("seconds", summary.seconds)
    }
}

extension JSONLine {
    /// The `receipt` line: without a state for an export, with the result for a check.
    package init(receipt check: ReceiptCheck) {
        self.init(type: "receipt")
        let receipt = check.receipt
        set("destination", check.destination)
        set("marker", check.marker.text)
        set("target", path: receipt.target.path)
        set("remoteID", receipt.target.id)
        set("size", receipt.size)
        set("sha256", hexText(receipt.sha256))
        set("checksum", receipt.checksum.value)
        set("checksumKind", receipt.checksum.kind.rawValue)
        set("receivedAt", UTCInstant(nanoseconds: receipt.received).text)
        set("checkedAt", UTCInstant(nanoseconds: receipt.checked).text)
        set("failedAt", check.failedAt.map { UTCInstant(nanoseconds: $0).text })
        if let state = check.state { set("state", state.rawValue) }
    }
}
