/** What are people asked before they disable or delete what receives or delivers? */

export const DISABLE_CONNECTION_QUESTION =
  "By disabling this connection, all existing events will stop delivery and future events won't be processed. Are you sure?";

/** Asked before every deletion. Where connections go with it, one more sentence says how many. */
export function deletionQuestion(kind: "connection" | "source" | "destination"): string {
  return `By deleting this ${kind}, no events will be accepted or delivered anymore. Are you sure?`;
}
