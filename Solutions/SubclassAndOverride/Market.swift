/// A country in which alcohol is sold to customers.
enum Market: CaseIterable {
  case germany, japan, unitedStates

  /// The age, in whole years, from which a customer may buy.
  var ageLimit: Int {
    switch self {
    case .germany: 18
    case .japan: 20
    case .unitedStates: 21
    }
  }
}
