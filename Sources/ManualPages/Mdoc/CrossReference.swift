/// The name of another page with its section, such as `workphotos-scan(1)`.
///
/// Does not use the macro `Xr`: lint reports each `Xr` to a page that is not installed yet, which would hide real
/// findings.
struct CrossReference {
    /// The page's name.
    var name: String
    var section = 1

    /// The reference as the rest of a macro line.
    var macro: String { "Nm \(name) Ns Pq \(section)" }

    /// The reference on a line of its own, with optional punctuation.
    func line(_ punctuation: String = "") -> String {
        punctuation.isEmpty ? "." + macro : ".\(macro) \(punctuation)"
    }
}
