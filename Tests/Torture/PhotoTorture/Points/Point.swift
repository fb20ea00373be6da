/// A system call by its number. It means the first thread that makes that many calls of this name.
package struct CallSite: Hashable, Sendable, Comparable {
    /// The system's name of the call.
    package var call: String
    /// The number, from 1, counted in each thread.
    package var count: Int

    /// The moment before the run's first call.
    static let start = CallSite(call: "start", count: 1)

    package static func < (left: CallSite, right: CallSite) -> Bool {
        (left.call, left.count) < (right.call, right.count)
    }
}

/// What is done to a run at a call.
package enum Blow: Hashable, Sendable {
    /// Sends SIGKILL before the call takes effect.
    case kill
    /// Makes the call fail with an error, and also all later ones of its name if it is lasting.
    case error(String, isLasting: Bool)
    /// Makes a write report one byte without writing, like a disk that loses data.
    case loss
    /// Stops the run after the call, changes its world, and continues the run.
    case attack(String)

    /// The kind, for counting.
    var kind: String {
        switch self {
        case .kill: "kill"
        case .error: "error"
        case .loss: "loss"
        case .attack: "attack"
        }
    }
}

/// A place in a run, and what is done there. The text form is that of `--point`: `kill@fsync:7`, `EIO@write:3`,
/// `EIO@write:3+`, `loss@write:2`, `flip@fsync:4`.
package struct Point: Hashable, Sendable, CustomStringConvertible {
    package var site: CallSite
    package var blow: Blow

    package init(site: CallSite, blow: Blow) {
        self.site = site
        self.blow = blow
    }

    /// Reads a point's text form; nil if it is invalid.
    package init?(parsing text: String) {
        let parts = text.split(separator: "@")
        guard parts.count == 2, let colon = parts[1].firstIndex(of: ":") else { return nil }
        let number = parts[1][parts[1].index(after: colon)...]
        let isLasting = number.hasSuffix("+")
        guard let count = Int(isLasting ? number.dropLast() : number), count > 0 else { return nil }
        site = CallSite(call: String(parts[1][..<colon]), count: count)
        blow =
            switch parts[0] {
            case "kill": .kill
            case "loss": .loss
            case let name where name.first == "E": .error(String(name), isLasting: isLasting)
            case let name: .attack(String(name))
            }
    }

    package var description: String {
        let place = "\(site.call):\(site.count)"
        return switch blow {
        case .kill: "kill@\(place)"
        case .loss: "loss@\(place)"
        case .error(let name, let isLasting): "\(name)@\(place)\(isLasting ? "+" : "")"
        case .attack(let name): "\(name)@\(place)"
        }
    }

    /// The expression for strace.
    var injection: String {
        let when = "when=\(site.count)"
        return switch blow {
        case .kill: "inject=\(site.call):signal=SIGKILL:\(when)"
        case .error(let name, let isLasting): "inject=\(site.call):error=\(name):\(when)\(isLasting ? "+" : "")"
        case .loss: "inject=\(site.call):retval=1:\(when)"
        case .attack: "inject=\(site.call):signal=SIGSTOP:\(when)"
        }
    }
}
