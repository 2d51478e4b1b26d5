/** At which path does the sink fail at first? It refuses deliveries to this path until their third attempt. */

export const FAILING_PATH = "/failing";
export const SUCCEEDS_AT = 3;
