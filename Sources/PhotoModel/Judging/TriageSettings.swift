internal import Glibc

/// The user's settings of judging: the configuration's `[triage]`.
package struct TriageSettings: Hashable, Sendable {
    /// The probability with which a photo has to be on its side of a boundary to be certain there; 0.5 up to, but not
    /// including, 1.
    package var certainty = 0.8
    /// The 68 % radius in metres of positions that say nothing of their accuracy; nil takes them for exact.
    package var assumedAccuracy: Double?
    /// The IANA name of the zone of cameras that say no offset, where no fence says one.
    package var timeZone: String?
    /// How positions are inferred for photos that have none; nil where none are.
    package var inference: InferenceSettings?

    package init() {}

    /// The same text for equal settings, to compare the bases of verdicts.
    package var canonicalText: String {
        "certainty=\(certainty)\nassumed-accuracy=\(assumedAccuracy.map { "\($0)" } ?? "")\ntime-zone=\(timeZone ?? "")"
            + (inference?.canonicalText ?? "")
    }

    /// How many accuracies a position has to be from a boundary to be certain of its side: 0.555 for 80 %.
    ///
    /// Errors are taken as normal and alike in all directions, with a deviation of σ along each axis. The radius that
    /// holds a share p of them is σ√(−2 ln(1 − p)) (Rayleigh); with the share that one deviation holds on a line,
    /// p = erf(1/√2) = 68.27 %, that is 1.5152 σ. The error across a straight boundary is normal with σ, so the side is
    /// right with a probability c from a distance of z(c) σ on, z the quantile of the normal distribution:
    /// z(0.8) / 1.5152 = 0.8416 / 1.5152 = 0.555. Three digits are kept.
    var certainDistance: Double {
        let radius = sqrt(-2 * log(erfc(0.5.squareRoot())))
        return (Self.normalQuantile(certainty) / radius * 1_000).rounded() / 1_000
    }

    /// The value that a standard normal variable stays below with a probability of at least one half, by bisection.
    private static func normalQuantile(_ probability: Double) -> Double {
        var (low, high) = (0.0, 40.0)
        for _ in 0..<80 {
            let middle = (low + high) / 2
            if erfc(middle / 2.0.squareRoot()) / 2 > 1 - probability { low = middle } else { high = middle }
        }
        return (low + high) / 2
    }
}

/// How accurate a position is, and who says so.
package struct PositionAccuracy: Hashable, Sendable {
    /// Who says how accurate a position is.
    package enum Source: String, CaseIterable, Hashable, Sendable {
        /// The photo, in metres.
        case photo
        /// The photo says that it was found by cells or networks.
        case method
        case configuration
        /// The position was inferred, and so was how accurate it is.
        case inference
    }

    /// The radius that holds the true position with a probability of 68 %.
    package let meters: Double
    package let source: Source

    /// The accuracy of positions found by cells or networks that state none.
    static let ofNetworks = 1_000.0
    /// A recorded accuracy that is worse than this is ignored.
    static let worst = 100_000.0
    private static let networkMethods: Set<String> = ["CELLID", "NETWORK", "WLAN"]

    /// The accuracy of a photo's position; nil if unknown.
    init?(_ facts: PhotoFacts, settings: TriageSettings) {
        if let said = facts.horizontalAccuracy, said > 0, said <= Self.worst {
            self.init(meters: said, source: facts.positionSource == .inferred ? .inference : .photo)
        } else if let method = facts.processingMethod, Self.networkMethods.contains(method.uppercased()) {
            self.init(meters: Self.ofNetworks, source: .method)
        } else if let assumed = settings.assumedAccuracy {
            self.init(meters: assumed, source: .configuration)
        } else {
            return nil
        }
    }

    private init(meters: Double, source: Source) {
        self.meters = meters
        self.source = source
    }
}
