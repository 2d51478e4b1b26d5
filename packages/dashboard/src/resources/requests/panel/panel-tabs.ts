/** Which tabs does the panel of a request have? They are in the address, so screens need their names too. */
export const REQUEST_TABS = ["request", "entries", "metadata"] as const;
export type RequestTab = (typeof REQUEST_TABS)[number];
