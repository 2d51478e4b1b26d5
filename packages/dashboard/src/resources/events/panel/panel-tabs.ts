/** Which tabs does the panel of an event have? They are in the address, so screens need their names too. */
export const PANEL_TABS = ["request", "response", "metadata"] as const;
export type PanelTab = (typeof PANEL_TABS)[number];
