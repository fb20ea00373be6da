import Crypto
import PhotoIndex
package import PhotoModel

/// What photos are judged by at one moment: the fences of one reading of the file, and the settings.
package struct JudgingRules: Sendable {
    /// The rules, ready to judge.
    package let triage: Triage
    /// By which they are known again.
    let basis: JudgingBasis
    /// Whether there is a fence at all.
    package let hasFences: Bool

    /// - Parameters:
    ///   - fences: the fences file as it was read.
    ///   - settings: the lines of the configuration's `[triage]`, in a fixed order.
    package init(fences: LoadedFences, settings: [String]) {
        triage = Triage(fences: fences.fences)
        hasFences = !fences.fences.isEmpty
        basis = JudgingBasis(
            fences: fences.digest,
            settings: Array(SHA256.hash(data: Array(settings.joined(separator: "\n").utf8))),
            rulesVersion: Triage.rulesVersion)
    }
}
