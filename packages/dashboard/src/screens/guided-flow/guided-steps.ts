/**
 * Which steps has the guide, and how far is it? Each step follows from what exists, so nothing is stored about it. Pure.
 *
 * A step that is done stays done while a later one is open: the person edits it where it is.
 */
export type GuidedStepId = "source" | "requests" | "destination" | "rules" | "cli" | "review";

export interface GuidedFacts {
  hasSource: boolean;
  hasRequests: boolean;
  hasDestination: boolean;
  /** The destination is a developer's machine. */
  isCli: boolean;
  /** The CLI of a machine is connected now. */
  isListening: boolean;
  hasConnection: boolean;
  hasEvents: boolean;
}

export interface GuidedStep {
  id: GuidedStepId;
  label: string;
  number: number;
  state: "done" | "current" | "later";
}

const LABELS: Record<GuidedStepId, string> = {
  source: "Source",
  requests: "Requests",
  destination: "Destination",
  rules: "Rules",
  cli: "CLI",
  review: "Review",
};

export function guidedSteps(facts: GuidedFacts): GuidedStep[] {
  const isDone: Record<GuidedStepId, boolean> = {
    source: facts.hasSource,
    requests: facts.hasSource && facts.hasRequests,
    destination: facts.hasDestination,
    rules: facts.hasConnection,
    // With events, the CLI has listened, and may have stopped since.
    cli: facts.hasConnection && (facts.isListening || facts.hasEvents),
    review: false, // the person ends it
  };
  const ids: GuidedStepId[] = [
    "source",
    "requests",
    "destination",
    "rules",
    ...(facts.isCli ? (["cli"] as const) : []),
    "review",
  ];
  const current = ids.find((id) => !isDone[id]);
  return ids.map((id, at) => ({
    id,
    label: LABELS[id],
    number: at + 1,
    state: isDone[id] ? "done" : id === current ? "current" : "later",
  }));
}
