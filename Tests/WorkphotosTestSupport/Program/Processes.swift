internal import Foundation

/// Whether there is no process of this number any more, or only its end, which nobody has asked for yet.
package func hasEnded(_ number: Int32) -> Bool {
    status(of: number)?.state ?? "Z" == "Z"
}

/// A process and those that it started, and that these started, as they are now; none where it has ended.
package func processTree(_ number: Int32) -> [Int32] {
    let numbers = (try? FileManager.default.contentsOfDirectory(atPath: "/proc"))?.compactMap { Int32($0) } ?? []
    let running = numbers.compactMap { number in status(of: number).map { (number: number, status: $0) } }
        .filter { $0.status.state != "Z" }
    var tree = running.map(\.number).filter { $0 == number }
    var place = 0
    while place < tree.count {
        tree += running.filter { $0.status.parent == tree[place] }.map(\.number)
        place += 1
    }
    return tree
}

/// What proc(5) says of a process; nil where there is none.
private func status(of number: Int32) -> (state: Substring, parent: Int32)? {
    guard let status = try? String(contentsOfFile: "/proc/\(number)/stat", encoding: .utf8) else { return nil }
    // The state stands behind the name, which is in parentheses and may hold any.
    guard let fields = status.split(separator: ")").last?.split(separator: " "), fields.count > 1 else { return nil }
    return (fields[0], Int32(fields[1]) ?? 0)
}
