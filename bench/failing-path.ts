/** Where does a destination fail at first? Deliveries to this path are refused until their third attempt. */

export const FAILING_PATH = "/failing";
export const SUCCEEDS_AT = 3;
