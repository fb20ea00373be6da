/// Which actions are removals, in SQL on the table `a` of actions.
enum Removals {
    /// A purge that removed files. One that was staged and found its group removed by another is done too, but was never
    /// concluded, and removed nothing.
    static let areThese = "a.kind = 'purge' AND a.state = 'done' AND a.concludedAt IS NOT NULL"

    /// A purge that was begun and has not ended; where no run is at work it was killed.
    static let areUnderWay = "a.kind = 'purge' AND a.state = 'running'"

    /// Whether its files are back: 1 or 0.
    static let areUndone = "EXISTS (SELECT 1 FROM action u WHERE u.undoes = a.id AND u.state = 'done')"
}
