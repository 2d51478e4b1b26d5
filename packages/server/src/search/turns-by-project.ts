/**
 * How does one project's heavy work leave room for the others?
 *
 * A few reads of a project run at once; its other reads wait in the order they came, and never delay another project.
 * A caller that has waited too long, or comes when too many of its project wait, is told to come back later.
 */
export interface TurnLimits {
  /** Of all projects together. */
  atOnce: number;
  atOncePerProject: number;
  waitingPerProject: number;
  waitAtMostMs: number;
}

/** The work was not begun. */
export class TooManyWaitingError extends Error {}

export interface TurnsByProject {
  run: <Result>(team_id: string, work: () => Promise<Result>) => Promise<Result>;
}

interface Waiting {
  team_id: string;
  go: () => void;
}

export function createTurnsByProject(limits: TurnLimits): TurnsByProject {
  const runningOf = new Map<string, number>();
  /** First come, first served, among those whose project has a turn left. */
  const waiting = new Set<Waiting>();
  let running = 0;

  const hasTurn = (team_id: string) =>
    running < limits.atOnce && (runningOf.get(team_id) ?? 0) < limits.atOncePerProject;

  function take(team_id: string): void {
    running++;
    runningOf.set(team_id, (runningOf.get(team_id) ?? 0) + 1);
  }

  function giveBack(team_id: string): void {
    running--;
    const left = (runningOf.get(team_id) ?? 1) - 1;
    if (left === 0) runningOf.delete(team_id);
    else runningOf.set(team_id, left);
    const next = [...waiting].find((one) => hasTurn(one.team_id));
    if (!next) return;
    waiting.delete(next);
    take(next.team_id);
    next.go();
  }

  async function begin(team_id: string): Promise<void> {
    if (hasTurn(team_id)) return take(team_id);
    const ofProject = [...waiting].filter((one) => one.team_id === team_id).length;
    if (ofProject >= limits.waitingPerProject) throw new TooManyWaitingError();
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => {
        waiting.delete(mine);
        reject(new TooManyWaitingError());
      }, limits.waitAtMostMs);
      const mine: Waiting = {
        team_id,
        go() {
          clearTimeout(timer);
          resolve();
        },
      };
      waiting.add(mine);
    });
  }

  return {
    async run(team_id, work) {
      await begin(team_id);
      try {
        return await work();
      } finally {
        giveBack(team_id);
      }
    },
  };
}
