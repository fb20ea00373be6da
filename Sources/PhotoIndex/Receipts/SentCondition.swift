import PhotoModel

/// Whether something of a photo is at a destination, also at one that was removed: its bytes, bytes that it had before,
/// or another file of its group. All that asks what was sent and is not work now asks this.
enum SentCondition {
    /// The condition on a row of the table `f`, an existing photo: 1 or 0.
    static let sql = "(\(ofItsBytes) OR \(ofOtherBytes))"

    /// The same for the bytes that the photo has now.
    static let ofItsBytes = "EXISTS (SELECT 1 FROM receipt o WHERE o.content = f.content AND o.failedAt IS NULL)"

    /// The same for other bytes of the photo and of its group.
    static let ofOtherBytes = "(\(earlier) OR \(beside))"

    /// The rows of files of which other bytes may have been sent: a selection for ``ofOtherBytes`` that leaves none out
    /// that is not work.
    static let filesWithOtherBytes = """
        SELECT file AS id FROM earlierContent
        UNION
        SELECT b.id FROM action a CROSS JOIN verdict w ON w.assetGroup = a.assetGroup
        CROSS JOIN file b ON b.assetGroup = a.assetGroup WHERE a.kind = 'upload' AND w.verdict <> 'work'
        """

    /// Bytes that the photo had before. If another photo has them now and is work, the copy is that one's.
    private static let earlier = """
        EXISTS (
          SELECT 1 FROM earlierContent h CROSS JOIN receipt o ON o.content = h.content
          WHERE h.file = f.id AND o.failedAt IS NULL AND NOT EXISTS (
            SELECT 1 FROM file k CROSS JOIN verdict w ON w.assetGroup = k.assetGroup
            WHERE k.content = h.content AND k.state = 'photo' AND k.goneAt IS NULL AND w.verdict = 'work'))
        """

    /// Other files of a group without a photo that is anywhere, by the journal: many photos may have equal sidecars.
    private static let beside = """
        (EXISTS (
          SELECT 1 FROM action a CROSS JOIN actionMember m ON m.action = a.id
          CROSS JOIN content c ON c.sha256 = m.sha256
          CROSS JOIN receipt o ON o.content = c.id AND o.destination = a.destination AND o.target = m.target
          WHERE a.assetGroup = f.assetGroup AND a.kind = 'upload' AND o.failedAt IS NULL
            AND \(SentPhotos.isOfGroup("a")))
        AND NOT EXISTS (
          SELECT 1 FROM file k CROSS JOIN receipt o ON o.content = k.content
          WHERE k.assetGroup = f.assetGroup AND k.state = 'photo' AND k.goneAt IS NULL AND o.failedAt IS NULL))
        """
}

/// When a photo counts as uploaded: every file of its group has a valid receipt at the same configured destination.
/// Sidecars in a format that is not sent do not matter.
enum UploadedCondition {
    /// The condition on a row of the table `f`, an existing photo: 1 or 0. A photo that was never hashed was never
    /// sent, so it needs no other table.
    ///
    /// - Parameter destination: the row of a destination whose receipts are ignored; nil for none.
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
