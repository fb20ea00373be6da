import Foundation
import PhotoModel
import PhotoReview
import Testing

@Suite(.timeLimit(.minutes(1)))
struct ReviewAnswersTests {
    private let evil = "</script><img src=x onerror=alert(1)>\" \\ \u{202E}\n"

    @Test func `A picture has a type of our list, and a placeholder says why there is none`() async throws {
        let kinds = ReviewPicture.Kind.allCases
        let library = FakeLibrary(picture: { row, size in
            if row < kinds.count { return .image([UInt8(row), 0, 255], kinds[row]) }
            return row == kinds.count ? .placeholder("video, \(size)") : nil
        })
        try await ServedReview.run(library) { review in
            let types = ["image/jpeg", "image/png", "image/gif", "image/webp", "image/avif"]
            #expect(kinds.count == types.count)
            for (row, type) in types.enumerated() {
                let answer = try await review.send(review.get("/picture/\(row)/large"))
                #expect(answer.status == 200 && answer.header("content-type") == type)
                #expect(answer.body == [UInt8(row), 0, 255])
                expectAllHeaders(answer)
            }
            let placeholder = try await review.send(review.get("/picture/5/small"))
            #expect(placeholder.status == 200 && placeholder.header("content-type") == "application/json")
            #expect(placeholder.text == #"{"message":"video, small"}"# + "\n")
            let nothing = try await review.send(review.get("/picture/6/small"))
            #expect(nothing.status == 404 && nothing.body.isEmpty)
            expectAllHeaders(nothing)
        }
    }

    @Test func `The photos come as they are written`() async throws {
        let bytes = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
        let library = FakeLibrary(blocks: { put in
            try await put([])
            try await put(Array(bytes[..<7]))
            try await put(Array(bytes[7...]))
        })
        try await ServedReview.run(library) { review in
            let answer = try await review.send(review.get("/photos"))
            #expect(answer.status == 200 && answer.header("content-type") == "application/octet-stream")
            #expect(answer.body == bytes)
            expectAllHeaders(answer)
        }
    }

    @Test func `Photos that cannot be read end the connection, not the answer`() async throws {
        let library = FakeLibrary(blocks: { put in
            try await put([1, 2, 3])
            throw ReviewRefusal(.failed, "the disk is gone")
        })
        try await ServedReview.run(library) { review in
            let bytes = try await RawConnection(to: review.host).exchange(review.get("/photos").bytes)
            #expect(String(decoding: bytes.suffix(5), as: UTF8.self) != "0\r\n\r\n")
        }
    }

    @Test func `Changes have the rows as they are now`() async throws {
        var photo = try photo(verdict: .unsure, fence: evil)
        photo.held = "for the book"
        var changes = ReviewChanges(moment: 12)
        changes.rows = [ReviewChanges.Row(3, photo, isUploaded: true, fate: .stays(evil), stamp: 0xFFFF_FFFF)]
        (changes.gone, changes.staged, changes.undo) = ([5, 9], 2, "mark personal, 12 photos")
        try await ServedReview.run(FakeLibrary(changes: changes)) { review in
            let answer = try await review.send(review.get("/changes?since=11"))
            #expect(answer.status == 200 && answer.header("content-type") == "application/json")
            let json = try answer.json
            #expect(json["moment"] as? Int == 12 && json["reload"] as? Bool == false && json["staged"] as? Int == 2)
            #expect(json["gone"] as? [Int] == [5, 9] && json["undo"] as? String == "mark personal, 12 photos")
            #expect(json["fences"] == nil)
            let row = try #require((json["rows"] as? [[String: Any]])?.first)
            #expect(row["row"] as? Int == 3 && row["stamp"] as? Int == 0xFFFF_FFFF)
            // As in the column: unsure, held, uploaded, and the leader's bit.
            var column = rows([])
            column.add(photo, isUploaded: true, fate: .stays(evil))
            let flags = try ReviewedPage(column).numbers("flags", as: UInt16.self).map { Int($0) }
            #expect([row["flags"] as? Int] == flags)
            #expect(row["fence"] as? String == terminalSafe(evil) && row["fate"] as? String == terminalSafe(evil))
            #expect(row["reason"] as? String == "outside-fences" && row["uploads"] as? String == "")
        }
    }

    @Test func `Fences that are different come with their shapes`() async throws {
        var changes = ReviewChanges(moment: 1)
        let center = try #require(Coordinate(latitude: 52.52, longitude: 13.405))
        changes.fences = [Fence(name: evil, kind: .never, shape: .circle(center: center, radius: 150))]
        changes.reload = true
        try await ServedReview.run(FakeLibrary(changes: changes)) { review in
            let json = try await review.send(review.get("/changes?since=0")).json
            let fence = try #require((json["fences"] as? [[String: Any]])?.first)
            #expect(fence["name"] as? String == terminalSafe(evil) && fence["kind"] as? String == "never")
            // The page edits a circle by these.
            #expect(fence["center"] as? [Double] == [13.405, 52.52] && fence["radius"] as? Double == 150)
            #expect(((fence["rings"] as? [[String: Any]])?.first?["points"] as? [Double])?.count ?? 0 > 20)
            #expect(json["reload"] as? Bool == true && json["undo"] is NSNull)
        }
    }

    @Test func `A decision names rows, and is answered with what is different`() async throws {
        try await ServedReview.run { review in
            for word in ["work", "personal", "auto", "hold", "unhold"] {
                let json =
                    #"{"decision":"\#(word)","rows":[[0,0],[2,5]],"count":5,"stamp":4294967295,"confirmed":true}"#
                let answer = try await review.send(review.post("/decide", json)).json
                #expect(review.library.questions.last == "\(word) 0-0,2-5 5 4294967295 true")
                #expect(answer["photos"] as? Int == 5 && answer["words"] is NSNull && answer["ask"] == nil)
                #expect((answer["changes"] as? [String: Any])?["moment"] as? Int == 1)
                let left = try #require((answer["left"] as? [[String: Any]])?.first)
                #expect(left["row"] as? Int == 7 && left["why"] as? String == "it is parked")
            }
            let undone = try await review.send(review.post("/undo", "{}")).json
            #expect(undone["words"] as? String == "2 photos have no mark again" && undone["photos"] as? Int == 2)
            #expect(review.library.questions.last == "undo false")
        }
    }

    @Test func `A change that has to be confirmed asks first`() async throws {
        let overview = ReviewOverview(headline: "Mark 300 photos", lines: ["12 were personal"], photos: 300)
        try await ServedReview.run(FakeLibrary(overview: overview)) { review in
            let ask = #"{"ask":{"headline":"Mark 300 photos","lines":["12 were personal"],"photos":300}}"# + "\n"
            for (target, start) in [
                ("/decide", #"{"decision":"work","rows":[[3,4]],"count":2,"stamp":9"#), ("/unstage", #"{"ids":[1]"#),
                ("/fence", #"{"act":"remove","name":"Depot","save":true"#), ("/undo", #"{"x":null"#),
            ] {
                for end in ["}", #","confirmed":false}"#, #","confirmed":null}"#] {
                    #expect(try await review.send(review.post(target, start + end)).text == ask)
                }
                let answer = try await review.send(review.post(target, start + #","confirmed":true}"#))
                #expect(try answer.status == 200 && answer.json["ask"] == nil)
            }
        }
    }

    @Test func `Fences are suggested and changed`() async throws {
        let center = try #require(Coordinate(latitude: 52.5, longitude: -13.25))
        let suggested = SuggestedFence(
            name: evil, kind: .never, center: center, radius: 120.5, photos: 40, days: 12, words: "on 12 work days")
        let effect = FenceAnswer.Effect(
            words: "3 photos become work",
            changes: [.init(from: nil, to: .work, photos: 1), .init(from: .unsure, to: .work, photos: 2)],
            rows: (0..<2_001).map { .init(row: $0, verdict: .work) }, saved: true)
        try await ServedReview.run(FakeLibrary(effect: effect, suggested: [suggested])) { review in
            let suggestions = try await review.send(review.get("/suggestions"))
            let place = try #require((try suggestions.json["suggestions"] as? [[String: Any]])?.first)
            #expect(place["name"] as? String == evil && place["radius"] as? Double == 120.5)
            #expect(place["longitude"] as? Double == -13.25 && place["latitude"] as? Double == 52.5)
            #expect(place["kind"] as? String == "never")
            #expect(place["photos"] as? Int == 40 && place["days"] as? Int == 12)
            #expect(place["words"] as? String == "on 12 work days")
            let requests = [
                (
                    #"{"act":"add","name":"Depot","center":[-13.25,52.5],"radius":80,"kind":"never","save":true}"#,
                    "fence add Depot - never 52.5 -13.25 80.0 - true false"
                ),
                (
                    #"{"act":"edit","name":"Depot","newName":"Yard","points":[1,2,3,4,5,7],"center":null,"save":false}"#,
                    "fence edit Depot Yard - - - - 3 false false"
                ),
                (
                    #"{"act":"remove","name":"Depot","save":true,"confirmed":true}"#,
                    "fence remove Depot - - - - - - true true"
                ),
                (#"{"act":"undo","save":true}"#, "fence undo  - - - - - - true false"),
            ]
            for (json, question) in requests {
                let answer = try await review.send(review.post("/fence", json)).json
                #expect(review.library.questions.last == question)
                #expect(answer["words"] as? String == "3 photos become work" && answer["saved"] as? Bool == true)
                #expect((answer["rows"] as? [[String: Any]])?.count == 2_000)
                let changes = try #require(answer["changes"] as? [[String: Any]])
                #expect(changes.map { $0["from"] as? String } == [nil, "unsure"])
                #expect(changes.map { $0["to"] as? String } == ["work", "work"])
                #expect(changes.map { $0["photos"] as? Int } == [1, 2])
            }
        }
    }

    @Test func `Staged actions are shown and dropped`() async throws {
        let action = StagedAction(id: 17, kind: .purge, words: "remove a.jpg", rows: [4, 6], bytes: 5_000_000_000)
        try await ServedReview.run(FakeLibrary(actions: [action])) { review in
            let staged = try await review.send(review.get("/staged"))
            #expect(
                staged.text == """
                    {"actions":[{"id":17,"kind":"purge","words":"remove a.jpg","rows":[4,6],"bytes":5000000000}]}

                    """)
            let dropped = try await review.send(review.post("/unstage", #"{"ids":[17,3]}"#)).json
            #expect(dropped["actions"] as? Int == 2 && dropped["words"] as? String == "dropped")
            #expect((dropped["changes"] as? [String: Any])?["moment"] as? Int == 1)
            #expect(review.library.questions.last == "unstage [17, 3] false")
        }
    }

    // A browser reports an answer with another status than 200 as an error of the page.
    @Test(arguments: [(ReviewRefusal.Kind.changed, 200), (.refused, 200), (.failed, 500)])
    func `A refusal is told with its message, and is an error only if something failed`(
        kind: ReviewRefusal.Kind, status: Int
    ) async throws {
        try await ServedReview.run(FakeLibrary(refusal: ReviewRefusal(kind, evil))) { review in
            for request in [
                review.decision, review.post("/undo", "{}"), review.post("/fence", #"{"act":"undo"}"#),
                review.post("/unstage", #"{"ids":[]}"#), review.get("/changes?since=0"), review.get("/suggestions"),
                review.get("/staged"),
            ] {
                let answer = try await review.send(request)
                #expect(answer.status == status && answer.header("content-type") == "application/json")
                let json = try answer.json
                let refusal = kind == .failed ? json : try #require(json["refusal"] as? [String: Any])
                #expect(json.count == 1 && refusal["message"] as? String == evil)
                #expect(refusal["kind"] as? String == (kind == .failed ? nil : "\(kind)"))
                expectAllHeaders(answer)
            }
        }
    }

    @Test func `A question that no page asks changes nothing`() async throws {
        func decision(_ rows: String, count: Int, stamp: String = "9", word: String = "work") -> (String, String) {
            ("/decide", #"{"decision":"\#(word)","rows":\#(rows),"count":\#(count),"stamp":\#(stamp)}"#)
        }
        let wrong = [
            ("/decide", ""), ("/decide", "[]"), ("/decide", "{}"), ("/decide", "{\"decision\":\"work\""),
            ("/undo", "null"),
            ("/undo", #"{"confirmed":1}"#), ("/undo", #"{"confirmed":false,"confirmed":true}"#),
            decision("[[3,4]]", count: 3), decision("[[3,4]]", count: 1), decision("[[4,3]]", count: 2),
            decision("[[3,4],[4,5]]", count: 4), decision("[[5,6],[3,4]]", count: 4), decision("[[-1,0]]", count: 2),
            decision("[[0.5,1]]", count: 1), decision("[[1e0,1]]", count: 1), decision("[[3]]", count: 1),
            decision("[3]", count: 1), decision("[]", count: 0), decision("{}", count: 0), decision("null", count: 0),
            decision("[[0,99999999999]]", count: 100_000_000_000), decision("[[3,4]]", count: 2, stamp: "4294967296"),
            decision("[[3,4]]", count: 2, stamp: "\"9\""), decision("[[3,4]]", count: 2, word: "purge"),
            decision("[[3,4]]", count: 2, word: "Work"), ("/fence", #"{"act":"add"}"#), ("/fence", #"{"act":"purge"}"#),
            ("/fence", #"{"act":"add","name":"a","center":[200,0]}"#),
            ("/fence", #"{"act":"add","name":"a","center":[1,2,3]}"#),
            ("/fence", #"{"act":"add","name":"a","radius":0}"#),
            ("/fence", #"{"act":"add","name":"a","radius":1e999}"#),
            ("/fence", #"{"act":"add","name":"a","points":[1,2,3]}"#),
            ("/fence", #"{"act":"add","name":"a","kind":"maybe"}"#), ("/unstage", "{}"),
            ("/unstage", #"{"ids":[1,1]}"#),
            ("/unstage", #"{"ids":["1"]}"#), ("/done", "\"done\""),
        ]
        try await ServedReview.run { review in
            for (target, json) in wrong {
                let answer = try await review.send(review.post(target, json))
                #expect(answer.status == 400, "\(target) \(json)")
                #expect(try (answer.json["message"] as? String)?.isEmpty == false)
                expectAllHeaders(answer)
            }
            #expect(review.library.questions == [])
        }
    }

    @Test func `Nothing is changed by what only reads`() async throws {
        try await ServedReview.run { review in
            for target in [
                "/", "/photos", "/picture/0/small", "/changes?since=0", "/suggestions", "/staged", "/decide", "/undo",
                "/fence", "/unstage", "/done", "/start",
            ] { _ = try await review.send(review.get(target)) }
            #expect(
                review.library.questions == ["photos", "picture 0 small", "changes 0", "suggestions", "staged"])
        }
    }

    @Test func `The stamps of rows are hashed in their order`() {
        var hash = StampHash()
        #expect(hash.value == 0x811C_9DC5)
        // FNV-1a of the bytes "foob" is 0x3F5076EF.
        hash.add(0x626F_6F66)
        #expect(hash.value == 0x3F50_76EF)
    }
}
