/**
 * Is there room for one more job?
 *
 * Jobs count while they wait or run, and so do the characters of their texts. A project may hold as many as are free, so
 * it never takes them all.
 */
interface Held {
  jobs: number;
  characters: number;
}

interface HoldingJob {
  projectKey: string;
  characters: number;
}

export interface JobRoom {
  /** One job alone is never refused, however large it is. */
  isFor: (projectKey: string, characters: number) => boolean;
  take: (job: HoldingJob) => void;
  free: (job: HoldingJob) => void;
  /** How many jobs wait or run. */
  jobs: () => number;
}

export function createJobRoom({
  jobsMaxCount,
  jobsMaxCharacters,
}: {
  jobsMaxCount: number;
  jobsMaxCharacters: number;
}): JobRoom {
  const held: Held = { jobs: 0, characters: 0 };
  const heldByProject = new Map<string, Held>();

  function hold(projectKey: string, jobs: 1 | -1, characters: number): void {
    let own = heldByProject.get(projectKey);
    if (own === undefined) heldByProject.set(projectKey, (own = { jobs: 0, characters: 0 }));
    own.jobs += jobs;
    own.characters += characters;
    held.jobs += jobs;
    held.characters += characters;
    if (own.jobs === 0) heldByProject.delete(projectKey);
  }

  return {
    isFor(projectKey, characters) {
      if (held.jobs === 0) return true;
      const own = heldByProject.get(projectKey);
      if ((own?.jobs ?? 0) >= jobsMaxCount - held.jobs) return false;
      return (own?.characters ?? 0) + characters <= jobsMaxCharacters - held.characters;
    },
    take: ({ projectKey, characters }) => hold(projectKey, 1, characters),
    free: ({ projectKey, characters }) => hold(projectKey, -1, -characters),
    jobs: () => held.jobs,
  };
}
