package import PhotoModel

/// A receipt, and what asking for its copy came to.
package struct ReceiptCheck: Sendable {
    /// What the destination said. The raw values are the contract's `state`.
    package enum State: String, CaseIterable, Hashable, Sendable {
        /// The very bytes are there; all of them were read.
        case ok
        /// No file is there.
        case missing
        /// Other bytes are there.
        case changed
        /// Nobody could tell.
        case unreachable
    }

    /// The receipt's row in the index; nil for one of a list.
    var row: Int64?
    /// What the destination is called.
    package var destination: String
    /// By what it is known again.
    package var marker: DestinationMarker
    /// What was verified, with the time of the last check that found it.
    package var receipt: Receipt
    /// When its copy was found missing or changed, nanoseconds since 1970-01-01T00:00:00Z; nil where it is fine.
    package var failedAt: Int64?
    /// What the destination said; nil where nobody asked.
    package var state: State?
    /// Why nobody could tell, in words.
    package var detail: String?
    /// Whether nobody could tell because the whole destination could not be asked.
    package var isOfDestination = false

    init(
        row: Int64? = nil, destination: String, marker: DestinationMarker, receipt: Receipt, failedAt: Int64? = nil
    ) {
        self.row = row
        self.destination = destination
        self.marker = marker
        self.receipt = receipt
        self.failedAt = failedAt
    }

    /// Notes what the destination said.
    mutating func conclude(_ state: State, detail: String? = nil, at now: Int64) {
        self.state = state
        self.detail = detail
        switch state {
        case .ok: (receipt.checked, failedAt) = (now, nil)
        case .missing, .changed: failedAt = failedAt ?? now
        case .unreachable: break
        }
    }
}

/// What asking for copies came to.
package struct VerifySummary: Sendable {
    /// Receipts by what came of them.
    package var byState: [ReceiptCheck.State: Int] = [:]
    /// The bytes of the copies that are fine.
    package var bytes: Int64 = 0
    /// Lines of a list that are no receipts.
    package var unreadable = 0
    /// Receipts that were not come to.
    package var left = 0
    /// How long it took.
    package var seconds = 0.0
    /// The wish that ended it; nil where none did.
    package var signal: InterruptionSignal?
    /// Destinations that could not be asked, each with why, in words.
    package var unreached: [(destination: String, error: PipelineError)] = []

    package init() {}

    /// How many receipts have a state.
    package func count(_ state: ReceiptCheck.State) -> Int { byState[state] ?? 0 }

    mutating func count(_ check: ReceiptCheck) {
        guard let state = check.state else { return }
        byState[state, default: 0] += 1
        if state == .ok { bytes += check.receipt.size }
    }
}
