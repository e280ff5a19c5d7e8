/// A number with a comma before every three digits: `1,234`.
func grouped(_ number: Int) -> String {
  let digits = String(number)
  return digits.enumerated().map { index, digit in
    index > 0 && (digits.count - index).isMultiple(of: 3) ? ",\(digit)" : "\(digit)"
  }.joined()
}
