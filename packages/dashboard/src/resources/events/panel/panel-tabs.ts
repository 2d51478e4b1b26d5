/** Which tabs do the panels of an event and of an attempt have? They are in the address, so screens need their names too. */
export const PANEL_TABS = ["request", "response", "metadata"] as const;
export type PanelTab = (typeof PANEL_TABS)[number];

/** Metadata is about the event, so there is none while a person views one attempt. */
export const ATTEMPT_TABS = ["request", "response"] as const;
export type AttemptTab = (typeof ATTEMPT_TABS)[number];

const LABELS: Record<PanelTab, string> = { request: "Request", response: "Response", metadata: "Metadata" };

export function tabsWithLabels<Tab extends PanelTab>(tabs: readonly Tab[]) {
  return tabs.map((value) => ({ value, label: LABELS[value] }));
}

/** A person who views an attempt wants its response, unless they have chosen the request. */
export function attemptTab(tab: PanelTab | undefined): AttemptTab {
  return tab === "request" ? tab : "response";
}
