/** An error that no code repairs, with a message for the person who starts Posthorn: what happened, and what to do. */
export class StartRefused extends Error {
  override name = "StartRefused";
}
