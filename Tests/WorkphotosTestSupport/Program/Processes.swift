internal import Foundation

/// Whether a process does not exist any more, or is a zombie.
package func hasEnded(_ number: Int32) -> Bool {
    status(of: number)?.state ?? "Z" == "Z"
}

/// A process and all its descendants; none if it has ended.
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

/// A process's state from proc(5); nil if there is none.
private func status(of number: Int32) -> (state: Substring, parent: Int32)? {
    guard let status = try? String(contentsOfFile: "/proc/\(number)/stat", encoding: .utf8) else { return nil }
    // The state follows the name, which is in parentheses and may contain any.
    guard let fields = status.split(separator: ")").last?.split(separator: " "), fields.count > 1 else { return nil }
    return (fields[0], Int32(fields[1]) ?? 0)
}
