import PhotoPipeline

/// Runs the user's commands as processes.
package struct CommandNotifier: Notifier {
    package init() {}

    package func notify(_ command: [String], text: String) async -> String? {
        "commands are not run yet"
    }
}
