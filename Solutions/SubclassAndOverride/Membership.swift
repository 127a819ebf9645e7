/// What a customer gets for the years of membership.
enum LoyaltyTier {
  case new, bronze, silver, gold
}

/// What becomes of an account that is not used.
enum AccountStatus {
  /// In use.
  case active

  /// To be warned that the account will be closed.
  case dormant

  /// Closed; signing in is no longer possible.
  case closed
}
