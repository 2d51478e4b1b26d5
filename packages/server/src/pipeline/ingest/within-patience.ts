/** How long does a sender wait for the database before its request is stored? */

const LOOK_UP_WITHIN_MS = 3_000;

/** A sender gets an answer within four seconds, even if the database does not answer at all. */
export async function withinPatience<Value>(work: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("The database did not answer in time")), LOOK_UP_WITHIN_MS);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
