import PhotoModel

// The answers as JSON.

extension ReviewChanges {
    var json: JSONLine { JSONLine { write(to: &$0) } }

    fileprivate func write(to json: inout JSONLine) {
        json.set("moment", moment)
        json.set("reload", reload)
        json.set("rows", rows) { row, object in
            object.set("row", row.row)
            object.set("flags", row.flags)
            object.set("reason", row.reason)
            object.set("fence", row.fence)
            object.set("uploads", row.uploads)
            object.set("fate", row.fate)
            object.set("stamp", row.stamp)
        }
        json.set("gone", gone)
        if let fences { json.set(fences: fences) }
        json.set("staged", staged)
        json.set("undo", undo)
    }
}

extension ReviewOverview {
    fileprivate func write(to json: inout JSONLine) {
        json.set("ask") { object in
            object.set("headline", headline)
            object.set("lines", lines)
            object.set("photos", photos)
        }
    }
}

extension ReviewRefusal {
    /// Its kind and its message, in place of what was asked for.
    var json: JSONLine {
        JSONLine { json in
            json.set("refusal") { object in
                object.set("kind", kind.rawValue)
                object.set("message", message)
            }
        }
    }
}

extension DecisionAnswer {
    var json: JSONLine {
        JSONLine { json in
            switch self {
            case .ask(let overview): overview.write(to: &json)
            case .done(let changes, let photos, let left, let words):
                json.set("changes") { changes.write(to: &$0) }
                json.set("photos", photos)
                json.set("left", left) { left, object in
                    object.set("row", left.row)
                    object.set("why", left.why)
                }
                json.set("words", words)
            }
        }
    }
}

extension FenceAnswer {
    var json: JSONLine {
        JSONLine { json in
            switch self {
            case .ask(let overview): overview.write(to: &json)
            case .effect(let effect):
                json.set("words", effect.words)
                json.set("changes", effect.changes) { change, object in
                    object.set("from", change.from?.rawValue)
                    object.set("to", change.to.rawValue)
                    object.set("photos", change.photos)
                }
                json.set("rows", Array(effect.rows.prefix(Effect.mostRows))) { row, object in
                    object.set("row", row.row)
                    object.set("verdict", row.verdict.rawValue)
                }
                json.set("saved", effect.saved)
            }
        }
    }
}

extension UnstageAnswer {
    var json: JSONLine {
        JSONLine { json in
            switch self {
            case .ask(let overview): overview.write(to: &json)
            case .done(let changes, let actions, let words):
                json.set("changes") { changes.write(to: &$0) }
                json.set("actions", actions)
                json.set("words", words)
            }
        }
    }
}

extension JSONLine {
    /// Places that could become fences.
    static func suggestions(_ suggestions: [SuggestedFence]) -> JSONLine {
        JSONLine { json in
            json.set("suggestions", suggestions) { fence, object in
                object.set("name", fence.name)
                object.set("kind", fence.kind?.rawValue)
                object.set("longitude", fence.center.longitude)
                object.set("latitude", fence.center.latitude)
                object.set("radius", fence.radius)
                object.set("photos", fence.photos)
                object.set("days", fence.days)
                object.set("words", fence.words)
            }
        }
    }

    static func staged(_ actions: [StagedAction]) -> JSONLine {
        JSONLine { json in
            json.set("actions", actions) { action, object in
                object.set("id", action.id)
                object.set("kind", action.kind.rawValue)
                object.set("words", action.words)
                object.set("rows", action.rows)
                object.set("bytes", action.bytes)
            }
        }
    }

    /// Fences with their true shapes, under the key `fences`; circles also with what they are edited by.
    mutating func set(fences: [Fence]) {
        set("fences", fences) { fence, object in
            object.set("name", terminalSafe(fence.name))
            object.set("kind", fence.kind.rawValue)
            if case .circle(let center, let radius) = fence.shape {
                object.set("center", [center.longitude, center.latitude])
                object.set("radius", radius)
            }
            object.set("rings", fence.shape.outline.flatMap(\.self)) { ring, object in
                object.set("points", ring.flatMap { [$0.longitude, $0.latitude] })
            }
        }
    }
}
