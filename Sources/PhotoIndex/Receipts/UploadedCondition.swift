import PhotoModel

/// When a photo counts as uploaded: every file of its group has a valid receipt at the same configured destination.
/// Sidecars in a format that is not sent do not matter.
enum UploadedCondition {
    /// The condition on a row of the table `f`, an existing photo: 1 or 0. A photo that was never hashed was never
    /// sent, so it needs no other table.
    ///
    /// - Parameters:
    ///   - unsentSidecars: the sidecar formats that are not sent.
    ///   - destination: the row of a destination whose receipts are ignored; nil for none.
    /// - Returns: SQL.
    static func sql(unsentSidecars: Set<SidecarFormat>, leavingOut destination: Int64? = nil) -> String {
        """
        CASE WHEN f.content IS NULL THEN 0 ELSE EXISTS (
          SELECT 1 FROM receipt o CROSS JOIN destination d ON d.id = o.destination
          WHERE o.content = f.content AND o.failedAt IS NULL AND d.removedAt IS NULL\(destination.map { " AND d.id <> \($0)" } ?? "")
            AND (NOT f.hasCompany OR NOT EXISTS (
              SELECT 1 FROM file m WHERE m.assetGroup = f.assetGroup AND m.goneAt IS NULL\(sent(unsentSidecars))
                AND NOT EXISTS (
                  SELECT 1 FROM receipt e
                  WHERE e.content = m.content AND e.destination = d.id AND e.failedAt IS NULL)))) END
        """
    }

    private static func sent(_ unsentSidecars: Set<SidecarFormat>) -> String {
        if unsentSidecars.isEmpty { return "" }
        let formats = unsentSidecars.map { "'\($0.rawValue)'" }.sorted().joined(separator: ", ")
        return " AND NOT (m.state = 'sidecar' AND m.format IN (\(formats)))"
    }
}
