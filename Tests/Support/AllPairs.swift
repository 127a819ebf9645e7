/// Chooses combinations of values in which each value of one axis meets each value of every other axis.
///
/// That takes far fewer combinations than all of them: often about as many as the two longest axes
/// have pairs. The same axes always give the same combinations, in the same order.
///
/// - Parameter counts: How many values each axis has.
/// - Returns: For each combination, the index of a value for each axis.
public func allPairs(_ counts: [Int]) -> [[Int]] {
  struct Value: Hashable { let axis, index: Int }
  let values = counts.enumerated().map { axis, count in
    (0..<count).map { Value(axis: axis, index: $0) }
  }
  // With a single axis, there's nothing to meet.
  if counts.count == 1 { return values[0].map { [$0.index] } }
  let pairs = values.indices.flatMap { axis in
    values[(axis + 1)...].joined().flatMap { other in values[axis].map { [$0, other] } }
  }
  var missing = Set(pairs)
  var uses: [Value: Int] = [:]
  var combinations: [[Int]] = []
  for pair in pairs where missing.contains(pair) {
    var chosen = Dictionary(uniqueKeysWithValues: pair.map { ($0.axis, $0) })
    for axis in values.indices where chosen[axis] == nil {
      // The value that meets the most of the chosen ones for the first time. If there are several,
      // the one that has been used least, so that each value has its share.
      func rank(_ value: Value) -> [Int] {
        let gain = chosen.values.count {
          missing.contains([value, $0]) || missing.contains([$0, value])
        }
        return [-gain, uses[value, default: 0], value.index]
      }
      chosen[axis] = values[axis].min { rank($0).lexicographicallyPrecedes(rank($1)) }
    }
    let combination = values.indices.compactMap { chosen[$0] }
    for value in combination { uses[value, default: 0] += 1 }
    for value in combination { for other in combination { missing.remove([value, other]) } }
    combinations.append(combination.map(\.index))
  }
  return combinations
}
