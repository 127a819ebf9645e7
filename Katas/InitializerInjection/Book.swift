struct Book: Equatable {
  let isbn: String
  let title: String
  let author: String
  let language: String?
  let year: Int?

  var label: String {
    var label = "\(title), \(author)"
    if let year {
      label += " (\(year))"
    }
    if let language, language != "English" {
      label += ", in \(language)"
    }
    return label
  }
}
