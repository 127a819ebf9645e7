struct Book: Equatable {
    let isbn: String
    let title: String
    let author: String
    let publicationYear: Int?

    var displayLabel: String {
        var displayLabel = title + ", " + author
        if publicationYear != nil {
            displayLabel += " (\(publicationYear!))"
        }
        return displayLabel
    }
}
