import NIOHTTP1
import PhotoModel

/// Answers what has passed the gate, by asking the library.
struct ReviewAnswers: Sendable {
    let library: any ReviewedLibrary
    let files: PageFiles
    let session: ReviewSession

    /// Answers a request.
    ///
    /// - Parameter body: the body, which only a change has.
    func answer(_ route: ReviewRoute, _ body: [UInt8]) async -> ServedAnswer {
        if route.key == .secret { session.touch() }
        switch route {
        case .start:
            session.start()
            return files.start
        case .shell: return files.shell
        case .style: return files.style
        case .program: return files.program
        case .startProgram: return files.startProgram
        case .icon: return ServedAnswer(.noContent)
        case .photos:
            let library = library
            return ServedAnswer(type: "application/octet-stream", .stream { put in try await library.photos(put) })
        case .picture(let row, let size): return picture(await library.picture(row: row, size: size))
        case .changes(let moment):
            return await told { () async throws(ReviewRefusal) in try await library.changes(since: moment).json }
        case .suggestions:
            return await told { () async throws(ReviewRefusal) in .suggestions(try await library.suggestions()) }
        case .staged: return await told { () async throws(ReviewRefusal) in .staged(try await library.staged()) }
        case .decide, .undo, .fence, .unstage, .done:
            // A change that has begun goes on where the browser closes the connection, which cancels this task.
            return await Task { await change(route, body) }.value
        }
    }

    private func picture(_ picture: ReviewPicture?) -> ServedAnswer {
        switch picture {
        case .image(let bytes, let kind): ServedAnswer(type: kind.rawValue, .bytes(bytes))
        case .placeholder(let words): ServedAnswer(.ok, message: words)
        case nil: ServedAnswer(.notFound)
        }
    }

    private func change(_ route: ReviewRoute, _ body: [UInt8]) async -> ServedAnswer {
        let question: ReviewQuestion
        do throws(UnreadableQuestion) {
            question = try ReviewQuestion(route, body)
        } catch {
            return ServedAnswer(
                .badRequest, message: "The page asks what this program does not understand; load it again.")
        }
        return switch question {
        case .decide(let request):
            await told { () async throws(ReviewRefusal) in try await library.decide(request).json }
        case .undo(let confirmed):
            await told { () async throws(ReviewRefusal) in try await library.undo(confirmed: confirmed).json }
        case .fence(let request):
            await told { () async throws(ReviewRefusal) in try await library.fence(request).json }
        case .unstage(let ids, let confirmed):
            await told { () async throws(ReviewRefusal) in try await library.unstage(ids, confirmed: confirmed).json }
        case .done: await done()
        }
    }

    private func done() async -> ServedAnswer {
        let lines = await library.done()
        var answer = ServedAnswer(JSONLine { $0.set("lines", lines) })
        answer.isLast = true
        return answer
    }

    private func told(_ ask: () async throws(ReviewRefusal) -> JSONLine) async -> ServedAnswer {
        do throws(ReviewRefusal) {
            return ServedAnswer(try await ask())
        } catch {
            // A browser reports every other status than 200 as an error of the page.
            return error.kind == .failed
                ? ServedAnswer(.internalServerError, message: error.message) : ServedAnswer(error.json)
        }
    }
}
