import Cairn

// The dismissal of a feature that is tested without its parent.
extension TestStore {
  /// Checks that the feature has dismissed itself: an action has returned `.dismiss`, or an effect has called
  /// `send.dismiss()`. No parent performs the dismissal.
  ///
  ///     store.send(.doneTapped)
  ///     store.expectDismissal()
  ///
  /// A test that includes the parent asserts the change of its state instead: after the action that returns
  /// `.dismiss`, or with `receive(.dismissal)` if an effect dismisses the feature.
  ///
  /// A dismissal that a test does not assert before its next call is a failure at the line of the
  /// action, unless exhaustivity is off.
  ///
  /// As in an app, a dismissal cancels the effects of the feature and drops the actions that they have
  /// sent, and no further action reaches the feature: `send` fails after it. A save of a persisted value
  /// is not cancelled, and neither is the pause before it.
  public func expectDismissal(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    runUntilQueued(at: site)
    if log.isDismissed {
      isDismissalChecked = true
    } else {
      report(
        FailureText.noDismissal(unreceived: store.queueEntries, running: store.shownEffects),
        at: site)
    }
  }

  /// Reports a dismissal that the test has not asserted.
  func checkDismissal() {
    guard let dismissal = log.dismissal, let site = dismissalSite, !isDismissalChecked else {
      return
    }
    isDismissalChecked = true
    switch exhaustivity {
    case .on: report(FailureText.dismissed(dismissal), at: site)
    case .off(showSkipped: true): note(SkippedText.dismissed(dismissal), at: site)
    case .off(showSkipped: false): return
    }
  }
}
