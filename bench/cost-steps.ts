/**
 * To which step of an event does each sample of a CPU profile belong?
 *
 * A sample belongs to the innermost folder of ours or library that called, so time in Node's own functions counts for
 * whoever called them; only writing to sockets is a step of its own, because it is a system call that no code makes
 * cheaper. What nobody called is Node's: its sockets, its HTTP parser, its timers.
 */
export interface CpuProfile {
  startTime: number;
  nodes: {
    id: number;
    callFrame: { functionName: string; url: string };
    children?: number[];
  }[];
  samples: number[];
  /** Microseconds before each sample. */
  timeDeltas: number[];
}

const IDLE = "(idle)";
const OF_NOBODY = "Node: reading sockets, HTTP parser, timers";

/** The time of each step between two times of the machine's monotonic clock. Waiting is no step. */
export function stepsOf(
  { startTime, nodes, samples, timeDeltas }: CpuProfile,
  { fromUs, toUs }: { fromUs: number; toUs: number },
): Map<string, number> {
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])));
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
  const known = new Map<number, string>();

  function stepOf(id: number | undefined): string {
    const frame = id === undefined ? undefined : frames.get(id);
    if (id === undefined || frame === undefined) return OF_NOBODY;
    const found = known.get(id);
    if (found !== undefined) return found;
    const above = () => stepOf(parents.get(id));
    const step = frame.functionName.endsWith("_writeGeneric")
      ? `${above()}, writing`
      : (stepIn(frame) ?? above());
    known.set(id, step);
    return step;
  }

  const steps = new Map<string, number>();
  let atUs = startTime;
  samples.forEach((id, index) => {
    atUs += timeDeltas[index] ?? 0;
    if (atUs < fromUs || atUs > toUs) return;
    const step = stepOf(id);
    // A sample stands for the time until the next one.
    if (step !== IDLE) steps.set(step, (steps.get(step) ?? 0) + (timeDeltas[index + 1] ?? 0));
  });
  return steps;
}

function stepIn({ functionName, url }: CpuProfile["nodes"][number]["callFrame"]): string | null {
  if (functionName === IDLE) return IDLE;
  if (functionName === "(garbage collector)") return "garbage collector";
  if (functionName === "(program)") return "Node itself";
  const library = /\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(url)?.[1];
  if (library !== undefined) return library;
  return /\/packages\/server\/src\/(.+)\/[^/]+$/.exec(url)?.[1] ?? null;
}
