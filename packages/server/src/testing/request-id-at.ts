/** An id of a request that came at another moment. Ids that are made one after the other never go back in time. */
import { newIdBytes } from "../ids.ts";

export function requestIdAt(ms: number): Buffer {
  const id = newIdBytes().fill(0, 14);
  id.writeUIntBE(ms, 0, 6);
  return id;
}
