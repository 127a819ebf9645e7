enum OBClubTier: String {
    case new, bronze, silver, gold
}

enum OBAccountStatus: String {
    case active, dormant, closed
}
