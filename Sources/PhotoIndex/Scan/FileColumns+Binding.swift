import PhotoModel

extension PreparedQuery {
    /// Binds the columns of ``FileColumns/reading`` and ``FileColumns/facts`` to the positions from `first` on.
    func bind(
        _ reading: FileReading, fileSystem: Int64, camera: Int64?, readerVersion: Int, from first: Int32
    ) {
        bind(reading.fingerprint.size, at: first)
        bind(reading.fingerprint.modified, at: first + 1)
        bind(reading.fingerprint.changed, at: first + 2)
        bind(Int64(bitPattern: reading.fingerprint.inode), at: first + 3)
        bind(reading.isRacy, at: first + 4)
        bind(Int64(readerVersion), at: first + 5)
        bind(fileSystem, at: first + 6)
        bind(Int64(bitPattern: reading.digest), at: first + 7)
        bindContent(reading.content, camera: camera, from: first + 8)
    }

    private func bindContent(_ content: FileContent, camera: Int64?, from first: Int32) {
        switch content {
        case .photo(let facts):
            bindState("photo", format: facts.format.rawValue, from: first)
            bindPlace(facts, from: first + 4)
            bindTime(facts, from: first + 11)
            bindPicture(facts, camera: camera, from: first + 16)
        case .sidecar(let format, _):
            bindState("sidecar", format: format.rawValue, from: first)
            for column in 4..<Int32(4 + FileColumns.facts.count) { bindNull(at: first + column) }
        case .other(let format):
            bindState("other", format: format, from: first)
            for column in 4..<Int32(4 + FileColumns.facts.count) { bindNull(at: first + column) }
        case .broken(let problem, let detail):
            bindState("broken", problem: problem.rawValue, detail: detail, from: first)
            for column in 4..<Int32(4 + FileColumns.facts.count) { bindNull(at: first + column) }
        }
    }

    private func bindState(
        _ state: String, format: String? = nil, problem: String? = nil, detail: String? = nil, from first: Int32
    ) {
        bind(state, at: first)
        bind(format, at: first + 1)
        bind(problem, at: first + 2)
        bind(detail, at: first + 3)
    }

    private func bindPlace(_ facts: PhotoFacts, from first: Int32) {
        let coordinate = facts.position.coordinate
        bind(coordinate?.latitude, at: first)
        bind(coordinate?.longitude, at: first + 1)
        bind(facts.positionSource?.rawValue, at: first + 2)
        bind(facts.position.problem?.rawValue, at: first + 3)
        bind(facts.altitude, at: first + 4)
        bind(facts.horizontalAccuracy, at: first + 5)
        bind(facts.processingMethod, at: first + 6)
    }

    private func bindTime(_ facts: PhotoFacts, from first: Int32) {
        bind(facts.gpsTime?.microseconds, at: first)
        bind(facts.captureTime?.wall.microseconds, at: first + 1)
        bind(facts.captureTime?.source.rawValue, at: first + 2)
        bind(facts.captureTime?.offset.map { Int64($0.seconds) }, at: first + 3)
        bind(facts.captureTime?.offset?.source.rawValue, at: first + 4)
    }

    private func bindPicture(_ facts: PhotoFacts, camera: Int64?, from first: Int32) {
        bind(camera, at: first)
        bind(facts.width.map(Int64.init), at: first + 1)
        bind(facts.height.map(Int64.init), at: first + 2)
        bind(facts.orientation.map(Int64.init), at: first + 3)
        bind(facts.thumbnailBytes.map(Int64.init), at: first + 4)
        bind(facts.contentIdentifier, at: first + 5)
        bind(facts.duration, at: first + 6)
    }
}
