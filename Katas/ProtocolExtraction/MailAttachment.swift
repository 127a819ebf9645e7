import Foundation

struct MailAttachment: Equatable {

    let location: URL

    /// As declared in the message. The file can have another size.
    let byteCount: Int

    var fileName: String {
        return location.lastPathComponent
    }

    var fileExtension: String {
        return location.pathExtension.lowercased()
    }
}
