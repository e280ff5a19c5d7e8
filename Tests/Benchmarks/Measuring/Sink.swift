/// Where every workload leaves its result. It is public, and so the optimizer cannot know that
/// nobody reads it: the loops that lead to it have to be run.
@MainActor public var sink = 0
