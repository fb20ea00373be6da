internal import Synchronization

/// Controls the fake over HTTP, for programs outside its process: `POST /control` with a JSON object whose member `do`
/// names a command. Available only if the settings allow it.
extension Core {
    /// Why a command was refused.
    private struct Refusal: Error {
        let text: String
    }

    /// Answers a command.
    ///
    /// - Returns: the command's result, or 400.
    func control(_ request: ReceivedRequest, _ drive: FakeDrive) -> Answer {
        do throws(Refusal) {
            guard let command = JSON(parsing: request.body) else { throw Refusal(text: "that is no JSON") }
            return .json(try carryOut(command, drive))
        } catch {
            return .json(["error": .string(error.text)], status: 400)
        }
    }

    private func carryOut(_ command: JSON, _ drive: FakeDrive) throws(Refusal) -> JSON {
        let name = try text("do", command)
        if name == "batch" {
            var answers: [JSON] = []
            for one in command["commands"]?.elements ?? [] { answers.append(try carryOut(one, drive)) }
            return .array(answers)
        }
        if let answer = try people(name, command, drive) { return answer }
        if let answer = try files(name, command, drive) { return answer }
        if let answer = try behaviour(name, command, drive) { return answer }
        throw Refusal(text: "there is no command \(name)")
    }

    private func text(_ name: String, _ command: JSON) throws(Refusal) -> String {
        guard let text = command[name]?.string else { throw Refusal(text: "the text \(name) is missing") }
        return text
    }

    private func client(_ command: JSON) -> FakeClient? {
        command["client"]?.string.map { FakeClient(id: $0, secret: "", file: "") }
    }

    private func scope(_ command: JSON) -> FakeScope {
        switch command["scope"]?.string ?? "drive.file" {
        case "drive": .drive
        case "drive.file": .file
        case let other: .named(Set(other.split(separator: " ").map(String.init)))
        }
    }

    private func people(_ name: String, _ command: JSON, _ drive: FakeDrive) throws(Refusal) -> JSON? {
        let account = FakeAccount(email: command["email"]?.string ?? "")
        switch name {
        case "account":
            drive.makeAccount(
                try text("email", command), name: command["name"]?.string, storageLimit: command["limit"]?.int)
            return ["root": .string(drive.root(of: account))]
        case "limit":
            drive.setStorageLimit(command["limit"]?.int, of: account)
            return [:]
        case "client":
            let kind = FakeClient.Kind(rawValue: command["kind"]?.string ?? "desktop")
            let client = drive.makeClient(kind ?? .desktop, isTesting: command["testing"]?.bool ?? false)
            return ["id": .string(client.id), "secret": .string(client.secret), "file": .string(client.file)]
        case "serviceAccount":
            guard let robot = try? drive.makeServiceAccount(delegates: command["delegates"]?.bool ?? false) else {
                throw Refusal(text: "there is no key to be had")
            }
            return ["email": .string(robot.email), "file": .string(robot.file)]
        case "drive":
            var members: [String: String] = [:]
            for member in command["members"]?.members ?? [] { members[member.name] = member.value.string }
            return ["id": .string(drive.makeSharedDrive(try text("name", command), members: members))]
        case "token":
            guard let client = client(command) else { throw Refusal(text: "the text client is missing") }
            let lifetime = command["lifetime"]?.int ?? 3600
            let token = drive.makeToken(for: account, client: client, scope: scope(command), lifetime: lifetime)
            let refresh = drive.makeRefreshToken(for: account, client: client, scope: scope(command))
            return ["token": .string(token), "refresh": .string(refresh)]
        case "approve":
            drive.approve(userCode: try text("userCode", command), for: account)
            return [:]
        default: return nil
        }
    }

    private func files(_ name: String, _ command: JSON, _ drive: FakeDrive) throws(Refusal) -> JSON? {
        let account = FakeAccount(email: command["email"]?.string ?? "")
        let parent = command["parent"]?.string
        switch name {
        case "put":
            let bytes = Array((command["text"]?.string ?? "").utf8)
            var properties: [String: String] = [:]
            for member in command["appProperties"]?.members ?? [] { properties[member.name] = member.value.string }
            let id = drive.put(
                try text("name", command), bytes, in: parent, owner: account, client: client(command),
                appProperties: properties)
            return ["id": .string(id)]
        case "folder":
            return [
                "id": .string(
                    drive.makeFolder(try text("name", command), in: parent, owner: account, client: client(command)))
            ]
        case "replace": drive.replace(try text("id", command), Array(try text("text", command).utf8))
        case "rename": drive.rename(try text("id", command), to: try text("name", command))
        case "move": drive.move(try text("id", command), to: try text("parent", command))
        case "trash": drive.trash(try text("id", command))
        case "remove": drive.remove(try text("id", command))
        case "files":
            return .array(
                drive.files.map { file in
                    [
                        "id": .string(file.id), "name": .string(file.name), "trashed": .bool(file.trashed),
                        "parents": .array(file.parents.map(JSON.string)),
                        "sha256": file.sha256.map(JSON.string) ?? .null,
                        "size": file.size.map { .number(String($0)) } ?? .null,
                    ]
                })
        default: return nil
        }
        return [:]
    }

    private func behaviour(_ name: String, _ command: JSON, _ drive: FakeDrive) throws(Refusal) -> JSON? {
        let account = FakeAccount(email: command["email"]?.string ?? "")
        switch name {
        case "consent":
            switch try text("answer", command) {
            case "allow": drive.consent = .allow(account)
            case "deny": drive.consent = .deny
            case "wrongState": drive.consent = .wrongState(account)
            default: drive.consent = .ignore
            }
        case "deviceConsent":
            let polls = command["afterPolls"]?.int ?? 0
            switch try text("answer", command) {
            case "allow": drive.deviceConsent = .allow(account, afterPolls: polls)
            case "deny": drive.deviceConsent = .deny(afterPolls: polls)
            default: drive.deviceConsent = .wait
            }
        case "paging":
            drive.paging = Paging(emptyPages: command["emptyPages"]?.int ?? 0, partial: command["partial"]?.int)
        case "rate":
            drive.rate = command["requests"]?.int.map {
                Rate(
                    requests: $0, seconds: command["seconds"]?.double ?? 1, retryAfter: command["retryAfter"]?.int,
                    status: command["status"]?.int ?? 429)
            }
        case "dailyLimit": drive.dailyLimit = command["bytes"]?.int
        case "omitSHA256": drive.omitsSHA256 = command["value"]?.bool ?? true
        case "expireAccessTokens": drive.expireAccessTokens()
        case "killRefreshTokens": drive.killRefreshTokens()
        case "expireUploads": drive.expireUploads()
        case "advance": drive.advance(by: command["seconds"]?.double ?? 0)
        case "plant":
            guard let fault = Fault(command) else { throw Refusal(text: "there is no such fault") }
            drive.plant(fault, at: FaultTarget(command), times: command["times"]?.int ?? 1)
        case "removeFaults": drive.removeFaults()
        case "releaseHangs": drive.releaseHangs()
        case "forgetBreaches": drive.forgetBreaches()
        case "breaches":
            return .array(
                drive.breaches.map {
                    [
                        "kind": .string($0.kind.rawValue), "request": .number(String($0.request)),
                        "text": .string($0.text),
                    ]
                })
        case "requests":
            return .array(
                drive.requests.map {
                    [
                        "number": .number(String($0.number)), "method": .string($0.method), "path": .string($0.path),
                        "status": $0.status.map { .number(String($0)) } ?? .null,
                    ]
                })
        case "tables": return Schema.tables
        default: return nil
        }
        return [:]
    }
}
