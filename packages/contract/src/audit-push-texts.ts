/** What does the server say when the push of an audit log cannot be changed? */

export const HEADERS_FOR_URL = "headers must be given again: another URL does not get the stored ones";

export const NO_AUDIT_PUSH = "The audit log is not pushed anywhere. Choose where its entries go first.";

export const NO_RUNNING_AUDIT_PUSH =
  "The audit log is not pushed now. Choose where its entries go, or go on if the push is paused.";
