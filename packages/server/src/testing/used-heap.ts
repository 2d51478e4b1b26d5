/** How much memory do living objects take? Collects garbage first, so the figure is the same each time. */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

export function usedHeapMebibytes(): number {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void; // V8's own function takes and returns nothing
  setFlagsFromString("--no-expose-gc");
  collect();
  collect(); // frees what the finalizers of the first one let go
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 2 ** 20;
}
