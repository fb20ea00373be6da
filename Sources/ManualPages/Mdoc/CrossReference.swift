/// The name of another page with its section, such as `workphotos-scan(1)`.
///
/// `Xr` would be the macro for it, but lint takes each `Xr` to a page that is not installed yet for a mistake, and then
/// its real findings are hard to see.
struct CrossReference {
    /// The page's name.
    var name: String
    /// Its section.
    var section = 1

    /// The reference as the rest of a macro line.
    var macro: String { "Nm \(name) Ns Pq \(section)" }

    /// The reference as a line of its own, followed by punctuation where there is some.
    func line(_ punctuation: String = "") -> String {
        punctuation.isEmpty ? "." + macro : ".\(macro) \(punctuation)"
    }
}
