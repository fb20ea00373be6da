package import PhotoPipeline

/// The person at the terminal that standard input is.
package struct TerminalConfirmation: Confirmation {
    private let console: any Console

    package init(console: any Console) {
        self.console = console
    }

    package var canAsk: Bool { console.isTerminal(.input) }

    package func ask(_ question: String) async -> String? {
        console.note("\(question) ")
        return nil
    }
}
