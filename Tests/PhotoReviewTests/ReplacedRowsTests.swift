import PhotoModel
import PhotoReview
import SystemPackage
import Testing

/// Rows of a page that is served are replaced while it is looked at.
struct ReplacedRowsTests {
    private func stamp(_ photo: Photo) -> UInt32 { ReviewRows.stamp(photo) }

    private func rows(_ photos: [Photo]) -> ReviewRows {
        var rows = ReviewRows(showsPlaces: true, roots: ["/home/anna/Pictures"])
        for photo in photos { rows.add(photo, isUploaded: false, stamp: stamp(photo)) }
        return rows
    }

    @Test func `A row tells what its photo is now, and only what differs is news`() throws {
        let before = try photo()
        var rows = rows([before, try photo("/home/anna/Pictures/b.jpg")])
        let isSame = !rows.replace(0, with: before, isUploaded: false, fate: nil, stamp: stamp(before))
        #expect(isSame)
        var now = try photo(verdict: .personal, fence: nil)
        now.held = "for the book"
        now.uploads = [Photo.Upload(destination: "nas", target: "a.jpg", receivedAt: 0, checkedAt: 0)]
        let isNews = rows.replace(0, with: now, isUploaded: true, fate: .stays("stays: held"), stamp: stamp(now))
        #expect(isNews)
        #expect(
            rows.told(0)
                == ReviewChanges.Row(0, now, isUploaded: true, fate: .stays("stays: held"), stamp: stamp(now)))
        #expect(rows.told(0).fence == nil && rows.told(0).uploads == "nas" && rows.told(1).fence == "Office")
        let page = try ReviewedPage(rows)
        #expect(try page.texts("reason") == ["outside-fences", "inside-fence"])
        #expect(try page.texts("fate") == ["stays: held", ""])
    }

    @Test func `The totals are made again without what is left out`() throws {
        let before = try photo()
        var rows = rows([before, try photo("/home/anna/Pictures/b.jpg"), try photo("/home/anna/Pictures/c.jpg")])
        let now = try photo(verdict: .personal, fence: nil)
        _ = rows.replace(0, with: now, isUploaded: false, fate: nil, stamp: stamp(now))
        rows.recount { $0 == 2 }
        #expect(rows.all.photos == 2 && rows.all.bytes == 4_000)
        #expect(rows.byVerdict[.work]?.photos == 1 && rows.byVerdict[.personal]?.photos == 1)
        #expect(rows.toUpload.photos == 1 && rows.uploaded.photos == 0)
        _ = rows.replace(1, with: try photo("/home/anna/Pictures/b.jpg"), isUploaded: true, fate: nil, stamp: 1)
        rows.recount { _ in false }
        #expect(rows.all.photos == 3 && rows.uploaded.photos == 1 && rows.reclaimable.photos == 1)
        #expect(rows.toUpload.photos == 1)
    }

    @Test func `A stamp is another one for another size, time or inode, and their hash is in order`() throws {
        func stamp(_ print: Fingerprint, keepsInodes: Bool = true) throws -> UInt32 {
            var photo = try photo()
            (photo.fingerprint, photo.keepsInodes) = (print, keepsInodes)
            return ReviewRows.stamp(photo)
        }
        let none = Fingerprint(size: 0, modified: 0, changed: 0, inode: 0)
        var prints = [none]
        for number: Int64 in [1, 1 << 40] {
            prints.append(Fingerprint(size: number, modified: 0, changed: 0, inode: 0))
            prints.append(Fingerprint(size: 0, modified: number, changed: 0, inode: 0))
            prints.append(Fingerprint(size: 0, modified: 0, changed: number, inode: 0))
            prints.append(Fingerprint(size: 0, modified: 0, changed: 0, inode: UInt64(number)))
        }
        let stamps = try prints.map { try stamp($0) }
        #expect(Set(stamps).count == 9 && !stamps.contains(0))
        let other = Fingerprint(size: 0, modified: 0, changed: 3, inode: 4)
        #expect(try stamp(other, keepsInodes: false) == stamp(none, keepsInodes: false))
        var rows = ReviewRows(showsPlaces: false, roots: [])
        for stamp: UInt32 in [7, 8, 9] { rows.add(try photo(), isUploaded: false, stamp: stamp) }
        var hash = StampHash()
        for stamp: UInt32 in [7, 9] { hash.add(stamp) }
        #expect(rows.stampHash(of: [0...0, 2...2]) == hash.value)
        #expect(rows.stampHash(of: [0...2]) != hash.value)
        rows.add(try photo(), isUploaded: false, stamp: try stamp(none))
        var shown = try photo()
        (shown.fingerprint, shown.keepsInodes) = (none, true)
        #expect(rows.shows(shown, in: 3) && !rows.shows(shown, in: 2))
    }
}
