/// Shows how far long work has come, on a terminal that someone looks at.
///
/// From ``begin(_:)`` to ``end()`` there is one line on the screen, from half a second on also where nothing is said of
/// how much is done; after ``end()`` it is gone. Other work that begins takes the line over. Updates may come far more
/// often than a person can read: the reporter shows what it likes. Nobody has to take the line away to write something:
/// the console sees to that. Calls come from one task at a time.
package protocol ProgressReporter: Sendable {
    /// Whether anybody sees it. Work that is done only to show a time left is left out where nobody does.
    var isVisible: Bool { get }

    /// Starts a line for work of the given name, such as `Scanning`, that is counted in a unit.
    func begin(_ name: String, counting unit: ProgressUnit)

    /// Says how much is done, and how much there is in all where that is known or estimated.
    func update(done: Int, total: Int?)

    /// Takes the line off the screen for good.
    func end()
}

/// In what work is counted.
package enum ProgressUnit: Sendable {
    /// Files, groups, whatever the work's name makes clear.
    case things
    /// Bytes, which are shown as sizes.
    case bytes
}

extension ProgressReporter {
    /// Starts a line for work that is counted in things.
    package func begin(_ name: String) { begin(name, counting: .things) }
}

/// Shows nothing: the reporter for when nobody looks.
package struct HiddenProgress: ProgressReporter {
    package init() {}

    package var isVisible: Bool { false }
    package func begin(_ name: String, counting unit: ProgressUnit) {}
    package func update(done: Int, total: Int?) {}
    package func end() {}
}
