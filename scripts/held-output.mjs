/**
 * How do two parts of a run print without mixing their lines?
 *
 * One prints at once. What the other one prints is held until `release`, and from then on it passes.
 */

/** @typedef {{ write: (chunk: string | Uint8Array) => void, release: () => void }} HeldOutput */

/**
 * @param {(chunk: string | Uint8Array) => void} print
 * @returns {HeldOutput}
 */
export function createHeldOutput(print) {
  /** @type {(string | Uint8Array)[] | null} */
  let held = [];
  return {
    write(chunk) {
      if (held === null) print(chunk);
      else held.push(chunk);
    },
    release() {
      for (const chunk of held ?? []) print(chunk);
      held = null;
    },
  };
}
