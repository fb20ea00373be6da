/// The maker and model of a camera, as a photo gives them.
package struct CameraName: Hashable, Sendable {
    package var make: String?
    package var model: String?

    package init(make: String? = nil, model: String? = nil) {
        self.make = make
        self.model = model
    }

    /// Both, joined by a blank: of this a person names a part.
    package var whole: String { [make, model].compactMap(\.self).joined(separator: " ") }

    /// The name for people, a part of ``whole``: the model alone where it begins with the make's first word, as
    /// `Canon EOS 5D` does. Empty for a photo without a camera's name.
    package var text: String {
        let names = [make, model].map { $0 ?? "" }
        let words = names.map { $0.split(separator: " ").first?.lowercased() }
        let parts = words[0] == words[1] ? [names[1]] : names
        return parts.filter { !$0.isEmpty }.joined(separator: " ")
    }
}

extension PhotoFacts {
    /// The camera's name.
    package var camera: CameraName { CameraName(make: make, model: model) }
}
