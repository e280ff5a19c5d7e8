/// A short message. Messages with greater numbers are newer.
struct Message: Codable, Hashable, Sendable, Identifiable {
  let id: Int
  /// The name of the author, without `@`.
  let handle: String
  let text: String
}

extension [Message] {
  /// The messages of the service, in no order, as it returns them.
  static let all: [Message] = [
    Message(
      id: 3, handle: "grace",
      text: "Found the fault in relay 70, panel F: a moth. It is taped into the log book now, and "
        + "the machine runs again. First actual case of a bug being found."),
    Message(id: 7, handle: "ada", text: "Note G is finished 🎉 Who checks my table?"),
    Message(
      id: 1, handle: "alan",
      text: "We can only see a short distance ahead, but we can see plenty there that needs to be "
        + "done."),
    Message(
      id: 5, handle: "barbara",
      text:
        "A program that uses an object of a type keeps its meaning with an object of a subtype. "
        + "More on this on Thursday."),
    Message(
      id: 6, handle: "edsger",
      text: "Testing shows the presence of bugs,\nnever their absence."),
    Message(id: 2, handle: "margaret", text: "Somebody please tell the crew: no P01 in flight."),
    Message(id: 4, handle: "李", text: "今天下雨。"),
  ]
}
