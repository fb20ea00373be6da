extension ActionSummary {
    /// Adds what another run of the same command came to, such as the removals of an `apply` to its uploads.
    ///
    /// The later run's number counts where it has one; of two things that ended runs the one that says most of what to do.
    ///
    /// - Parameter later: the other, which ended after this.
    package mutating func add(_ later: ActionSummary) {
        run = later.run ?? run
        byState.merge(later.byState, uniquingKeysWith: +)
        reasons.merge(later.reasons, uniquingKeysWith: +)
        files += later.files
        bytes += later.bytes
        upToDate += later.upToDate
        personal += later.personal
        unsure += later.unsure
        left += later.left
        // Each part has met the same ones.
        unsettled = max(unsettled, later.unsettled)
        lost += later.lost
        alreadyThere += later.alreadyThere
        filesThere += later.filesThere
        bytesThere += later.bytesThere
        fetched += later.fetched
        unknown += later.unknown
        lastScan = later.lastScan ?? lastScan
        readBack += later.readBack
        require = max(require, later.require)
        seconds += later.seconds
        signal = signal ?? later.signal
        breaches += later.breaches
        if let error = later.endedBy { end(by: error) }
    }
}
