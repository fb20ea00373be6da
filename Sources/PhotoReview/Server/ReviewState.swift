package import PhotoModel

/// What can be done about the photos of a page that is served, as of the moment when it is loaded.
package struct ReviewState: Sendable {
    /// The moment: the first question for changes names it.
    package var moment: Int
    /// What would settle a photo that is unsure for a reason, in words.
    package var settles: [Reason: String]
    /// What would be taken back, such as `mark personal, 12 photos`; nil for nothing.
    package var undo: String?
    /// Whether the file of fences can be written.
    package var fenceEdits: Bool
    /// The number of staged actions.
    package var staged: Int

    package init(moment: Int, settles: [Reason: String], undo: String?, fenceEdits: Bool, staged: Int) {
        self.moment = moment
        self.settles = settles
        self.undo = undo
        self.fenceEdits = fenceEdits
        self.staged = staged
    }

    func write(to about: inout JSONLine) {
        about.set("review", true)
        about.set("moment", moment)
        about.set("settles") { object in
            for (reason, words) in settles.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
                object.set(reason.rawValue, words)
            }
        }
        about.set("undo", undo)
        about.set("fenceEdits", fenceEdits)
        about.set("staged", staged)
    }
}
