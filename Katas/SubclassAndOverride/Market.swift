/// A country where the shop sells alcohol.
enum Market: CaseIterable {
  case germany, japan, unitedStates

  /// The minimum age of a customer who buys alcohol, in years.
  var ageLimit: Int {
    switch self {
    case .germany: 18
    case .japan: 20
    case .unitedStates: 21
    }
  }
}
