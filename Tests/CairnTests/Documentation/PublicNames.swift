/// The public types and functions of the libraries.
enum PublicNames {
  static let all = [
    "Cairn": """
    AlertState ButtonState CaseLaw CasePath CasePathable ChildStore CombineReducers
    DismissOnAction Effect EffectChanges ElementAction EmptyReducer FeatureEnum
    IdentifiedAction IdentifiedArray IdentifiedArrayOf Indirect Machine Reduce Reducer
    ReducerBuilder ReducerOf RunningEffect RuntimeIssue Scope Secret Send SendTask StackAction StackID
    StackState Step Store StoreEvent StoreObservation StoreOf unimplemented(_:)
    unimplemented(_:returning:)
    """,
    "CairnApp": """
    App AppEffect AppMoment AppOption AppProperty AppStep
    Button(_:label:disabledBecause:_:fileID:line:) Driver
    DriverEvent Field(_:_:isOptional:disabledBecause:_:fileID:line:)
    Field(_:secure:isOptional:disabledBecause:_:fileID:line:) Grid GridRow Input InputKind Launch
    Link ListRow(_:_:picture:disabledBecause:_:fileID:line:) MalformedValue NotIdleError Note
    OptionValues Picture Picker(_:_:isOptional:disabledBecause:_:fileID:line:)
    Picker(_:_:of:isOptional:disabledBecause:_:fileID:line:)
    Progress ProgressBar Refusal RefusalReason Screen ScreenBuilder Text TimeTravel
    Toggle(_:_:isOn:disabledBecause:_:fileID:line:) TypedLine UsageError
    ValueButton(_:takes:disabledBecause:_:fileID:line:) WebAddress
    """,
    "CairnDump": "difference(from:to:) dumped(_:upTo:)",
    "CairnExplorer": """
    AppExploration AppModel AppProgress Coverage GraphNodes RandomWalks SearchCheck SearchPart
    """,
    "CairnModel": """
    Bounds Exploration GraphFormat Limit Model ModelError Property StateGraph Trace
    Verdict
    """,
    "CairnSimulation": """
    Answer ChoicePoint ChoiceSource Choices Decision FixedAnswer Guarded ScriptedChoices
    SeededChoices Simulation VirtualClock WorldMemory
    """,
    "CairnStorage": """
    FileFormat FileKind FileStorage FileVersion Finding Migration NewerVersion
    PasswordError PasswordHasher Persisted PersistenceAction SimulatedDisk StorageError
    StorageFault StorageOperation StorageProblem StoredValue SystemCall SystemError
    """,
    "CairnTerminal": "StoragePlace",
    "CairnTesting": """
    ActionMatcher Exhaustivity TestStore TestStoreOf TestStoreTask
    withSeeds(_:fileID:filePath:line:column:_:)
    withSeeds(_:isolation:fileID:filePath:line:column:_:)
    """,
    "CairnTrail": """
    ActionCoding DurationSyntax DurationSyntaxError Journal JournalError JournalHeader
    JournalPlayer JournalWriter PlayOptions SecretsFileError Trail TrailFailure TrailLine
    TrailPlayer TrailSecrets TrailSyntaxError TrailSyntaxErrors TrailUpdate
    """,
  ]
}
