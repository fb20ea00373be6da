import PhotoModel
import PhotoReview
import Testing

struct ReviewWordsTests {
    @Test func `The sentence names the days and the places with the most photos`() throws {
        let fences = ["Depot", "Office", "Office", "Site", "Yard", "Yard"]
        let photos = try fences.enumerated().map { try photo(taken: "2026-05-0\($0.offset + 1)", fence: $0.element) }
        #expect(
            ReviewWords.sentence(rows(photos))
                == "6 work photos (12.0 kB), 1 May 2026 to 6 May 2026, at or near Office, Yard, Depot and 1 more.")
        #expect(
            ReviewWords.sentence(rows([try photo(taken: nil, verdict: .unsure, fence: nil)]))
                == "1 photo (2.0 kB).")
        #expect(ReviewWords.sentence(rows([])) == "0 photos (0 B).")
    }

    @Test func `The banner says what those who get the page can see`() throws {
        let work = rows([try photo()])
        #expect(
            ReviewWords.banner(work, hasPictures: true, hasNever: false)
                == "This file contains positions, directories, fences, names and small pictures of work photos only. "
                + "Everybody who gets it can see them.")
        let all = rows([try photo(), try photo(verdict: .personal), try photo(verdict: .unsure)])
        #expect(
            ReviewWords.banner(all, hasPictures: false, hasNever: true).contains(
                "photos that are personal or unsure too, and the fences of kind never"))
        let bare = rows([try photo()], showsPlaces: false)
        #expect(
            ReviewWords.banner(bare, hasPictures: false, hasNever: true)
                == "This file contains names of files, of fences and of destinations of work photos only, without "
                + "positions and directories. Everybody who gets it can see them.")
        #expect(
            ReviewWords.banner(bare, hasPictures: true, hasNever: true).hasPrefix(
                "This file contains small pictures, names of files, of fences and of destinations of work photos "))
    }
}
