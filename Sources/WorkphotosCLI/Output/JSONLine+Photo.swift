import PhotoModel

extension JSONLine {
    /// The `photo` line of the contract.
    init(photo: Photo) {
        self.init(type: "photo")
        let facts = photo.facts
        set(path: photo.path)
        set("bytes", photo.bytes)
        set("modifiedAt", UTCInstant(nanoseconds: photo.modified).text)
        set("format", photo.formatName)
        set("mimeType", photo.mimeType)
        setPosition(facts)
        setTime(facts.captureTime)
        set("make", facts.make)
        set("model", facts.model)
        set("width", facts.width)
        set("height", facts.height)
        set("orientation", facts.orientation)
        set("thumbnailBytes", facts.thumbnailBytes)
        set("contentIdentifier", facts.contentIdentifier)
        set("members", photo.members) { member, object in
            object.set(path: member.path)
            object.set("role", member.role.rawValue)
            object.set("bytes", member.bytes)
        }
        setStanding(photo)
    }

    private mutating func setPosition(_ facts: PhotoFacts) {
        set("latitude", facts.position.coordinate?.latitude)
        set("longitude", facts.position.coordinate?.longitude)
        set("altitude", facts.altitude)
        set("horizontalAccuracy", facts.horizontalAccuracy)
        set("positionSource", facts.positionSource?.rawValue)
        set("positionProblem", facts.position.problem?.rawValue)
    }

    private mutating func setTime(_ time: CaptureTime?) {
        set("takenAt", time?.wall.text)
        set("utcOffset", time?.offset?.text)
        set("utcOffsetSource", time?.offset?.source.rawValue)
        set("takenAtUTC", time?.utc.map { "\($0.text)Z" })
        set("takenAtSource", time?.source.rawValue)
    }

    private mutating func setStanding(_ photo: Photo) {
        set("sha256", photo.sha256.map(hexText))
        set("verdict", photo.judgement?.verdict.rawValue)
        set("reason", photo.judgement?.reason.rawValue)
        set("fence", photo.judgement?.fence)
        set("distance", photo.judgement?.distance)
        set("marked", photo.marked?.rawValue)
        set("held", photo.held)
        set("uploads", photo.uploads) { upload, object in
            object.set("destination", upload.destination)
            object.set("target", path: upload.target)
            object.set("receivedAt", UTCInstant(nanoseconds: upload.receivedAt).text)
            object.set("checkedAt", UTCInstant(nanoseconds: upload.checkedAt).text)
        }
    }
}
