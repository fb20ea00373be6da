/// Shows how far long work has come, on a terminal that someone looks at.
///
/// Between ``begin(_:)`` and ``end()`` there is one line on the screen; after ``end()`` it is gone. Updates may come far
/// more often than a person can read: the reporter shows what it likes. Calls come from one task at a time.
package protocol ProgressReporter: Sendable {
    /// Whether anybody sees it. Work that is done only to show a time left is left out where nobody does.
    var isVisible: Bool { get }

    /// Starts a line for work of the given name, such as `Scanning`, that is counted in a unit.
    func begin(_ name: String, counting unit: ProgressUnit)

    /// Says how much is done, and how much there is in all where that is known or estimated.
    func update(done: Int, total: Int?)

    /// Takes the line off the screen until the next update, for something else to be written there.
    func hide()

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
    package func hide() {}
    package func end() {}
}
