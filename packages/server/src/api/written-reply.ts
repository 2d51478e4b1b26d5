/**
 * How does a handler reply with JSON that it has written itself?
 *
 * For replies with ten thousand rows: building them as objects and writing those takes several times as long, and holds
 * up everything else meanwhile. The JSON must fit the endpoint's reply schema, as an object would.
 */
export class WrittenReply {
  readonly json: Buffer;

  constructor(json: Buffer) {
    this.json = json;
  }
}
