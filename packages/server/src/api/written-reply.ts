/**
 * How does a handler reply with JSON that it has written itself?
 *
 * For replies with ten thousand rows: building them as objects and writing those takes several times as long, and holds
 * up everything else meanwhile. The JSON must fit the endpoint's reply schema, as an object would.
 */
export class WrittenReply {
  readonly json: Buffer;
  /** To be called when the JSON is sent or never will be: its bytes may then be overwritten. */
  readonly leave: () => void;

  constructor(json: Buffer, leave: () => void) {
    this.json = json;
    this.leave = leave;
  }
}
