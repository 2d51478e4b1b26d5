/** An error that no code repairs, with a message for the person who starts Posthorn: what happened, and what to do. */
export class StartRefused extends Error {
  override name = "StartRefused";
}

/** One of several processes could not start. It has logged the details, and this is what the person is told. */
export class ProcessFailed extends StartRefused {
  override name = "ProcessFailed";
}
