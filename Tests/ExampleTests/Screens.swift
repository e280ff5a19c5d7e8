/// The output of the Counter for these counts.
func counter(_ counts: Int...) -> String { counter(counts) }

func counter(_ counts: [Int]) -> String {
  counts.map { count in
    """
    Counter

      Count: \(count)

      increment
      decrement\(count == 0 ? "  disabled: the count is zero" : "")
      reset

    """
  }
  .joined(separator: "\n")
}

/// The lines of a whole sign-up. The secrets in it would not occur by chance.
let signUp = [
  "next", "accept", "next", "email ada@example.com", "password correct horse", "next",
  "first-name Ada", "last-name Lovelace", "telephone +44 20 7946 0000", "next", "pin 94170358",
  "next", "confirm 94170358", "next",
]

let signUpSecrets = ["correct horse", "94170358"]

let welcomeScreen = """
  Welcome                                                                      1/7

    This takes seven short screens. You can go back at any time.

    next

  """

let mainScreen = """
  Main                                                                         7/7

    Hello, Ada Lovelace!

    lock      [ ] ask for the PIN at the next start

    details
    sign-out

  """
