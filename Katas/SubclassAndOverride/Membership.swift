/// A customer's tier, which depends on the years of membership.
enum LoyaltyTier {
  case new, bronze, silver, gold
}

/// What happens to an account that isn't used.
enum AccountStatus {
  /// In use.
  case active

  /// The customer is warned that the account will be closed.
  case dormant

  /// The customer can no longer sign in.
  case closed
}
