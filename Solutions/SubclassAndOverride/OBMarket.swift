enum OBMarket: CaseIterable {
    case germany, japan, unitedStates

    var legalDrinkingAge: Int {
        switch self {
        case .germany: return 18
        case .japan: return 20
        case .unitedStates: return 21
        }
    }
}
