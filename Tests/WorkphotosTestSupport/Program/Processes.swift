internal import Foundation

/// Whether there is no process of this number any more, or only its end, which nobody has asked for yet.
package func hasEnded(_ number: Int32) -> Bool {
    guard let status = try? String(contentsOfFile: "/proc/\(number)/stat", encoding: .utf8) else { return true }
    // The state stands behind the name, which is in parentheses and may hold any.
    return status.split(separator: ")").last?.hasPrefix(" Z") ?? true
}
