enum LoyaltyTier: String {
    case new, bronze, silver, gold
}

enum AccountStatus: String {
    case active, dormant, closed
}
