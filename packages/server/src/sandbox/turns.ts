/**
 * Whose job is next?
 *
 * The turn is the project's that has used the least time of late; within a project, connections take turns, one job
 * each. So neither a flood of jobs nor code that hangs now and then delays another project. A connection is slow if its
 * runs were slow of late, or if those of its project were and other projects are around. Jobs of a slow connection travel
 * in batches of their own, and all slow connections together leave a child free for the others. A suspect is a job whose
 * last batch ended with the death of its child: it travels alone. Time comes in as an argument.
 */
import { createLeastFirst } from "./least-first.ts";
import { BATCH_MAX_CHARACTERS, BATCH_MAX_JOBS } from "./limits.ts";
import { createTimeUsed } from "./time-used.ts";

export interface Turn {
  projectKey: string;
  connectionKey: string;
  characters: number;
  isSuspect: boolean;
}

export interface Batch<Job extends Turn> {
  jobs: Job[];
  isSlow: boolean;
}

/** What a job takes beside its run. It also lets projects take turns that have used nothing yet. */
const HANDING_OUT_MS = 0.1;
/** For this long after its last turn a project counts as around. */
const AROUND_MS = 60_000;

export interface Turns<Job extends Turn> {
  readonly waiting: number;
  add: (job: Job) => void;
  /** Puts back a job that had its turn but did not run. It is the next of its connection. */
  putBack: (job: Job) => void;
  /** Returns null when no waiting job may run now. */
  take: (limit: { jobs: number; mayBeSlow: boolean; nowMs: number }) => Batch<Job> | null;
  /** A run of this connection has used so much time. */
  ran: (job: Pick<Turn, "projectKey" | "connectionKey">, usedMs: number, nowMs: number) => void;
  clear: () => Job[];
}

/** The waiting jobs of one connection. */
interface Queue<Job> {
  key: string;
  project: Project<Job>;
  /** The last comes first. */
  ready: Job[];
  /** The first comes first. */
  behind: Job[];
}

interface Project<Job> {
  key: string;
  /** Of two that have used the same, the one that waits longer comes first. */
  number: number;
  /** In the order of their next turn. */
  queues: Map<string, Queue<Job>>;
}

/** How far one batch has looked through each project's queues. A queue that had its turn comes again behind the others. */
type Walks<Job> = Map<Project<Job>, Iterator<Queue<Job>>>;

export function createTurns<Job extends Turn>(): Turns<Job> {
  const projects = new Map<string, Project<Job>>();
  const usedByProject = createTimeUsed();
  const usedByConnection = createTimeUsed();
  /** The project that had the last turn, and the last one before it that is another. */
  let latest = { projectKey: "", atMs: -Infinity };
  let other = latest;
  let waiting = 0;
  let projectsSoFar = 0;
  /** The waiting projects, first the one that has used the least. */
  const inTurn = createLeastFirst<Project<Job>>((one, another) => {
    const difference = usedByProject.sum(one.key) - usedByProject.sum(another.key);
    return difference < 0 || (difference === 0 && one.number < another.number);
  });

  function addUsed(projectKey: string, ms: number, nowMs: number): void {
    usedByProject.add(projectKey, ms, nowMs);
    const project = projects.get(projectKey);
    if (project !== undefined) inTurn.grew(project);
  }

  function queueOf({ projectKey, connectionKey }: Turn): Queue<Job> {
    let project = projects.get(projectKey);
    if (project === undefined) {
      project = { key: projectKey, number: ++projectsSoFar, queues: new Map() };
      projects.set(projectKey, project);
      inTurn.add(project);
    }
    let queue = project.queues.get(connectionKey);
    if (queue === undefined) {
      queue = { key: connectionKey, project, ready: [], behind: [] };
      project.queues.set(connectionKey, queue);
    }
    return queue;
  }

  function peek(queue: Queue<Job>): Job | undefined {
    if (queue.ready.length === 0) {
      queue.ready = queue.behind.toReversed();
      queue.behind = [];
    }
    return queue.ready.at(-1);
  }

  /** Takes the next job of a queue, and puts the queue behind the others of its project. */
  function takeTurn(queue: Queue<Job>, nowMs: number): void {
    const { project } = queue;
    queue.ready.pop();
    waiting -= 1;
    addUsed(project.key, HANDING_OUT_MS, nowMs);
    if (latest.projectKey !== project.key) {
      other = latest;
      latest = { projectKey: project.key, atMs: nowMs };
    }
    latest.atMs = nowMs;
    project.queues.delete(queue.key);
    if (peek(queue) !== undefined) project.queues.set(queue.key, queue);
    else if (project.queues.size === 0) {
      projects.delete(project.key);
      inTurn.remove(project);
    }
  }

  function isSlow({ key, project }: Queue<Job>, nowMs: number): boolean {
    if (usedByConnection.isSlow(key, nowMs)) return true;
    return usedByProject.isSlow(project.key, nowMs) && nowMs - lastOther(project.key) < AROUND_MS;
  }

  /** When a project other than this one had its last turn. */
  function lastOther(projectKey: string): number {
    return latest.projectKey === projectKey ? other.atMs : latest.atMs;
  }

  /**
   * The queue whose turn it is, among those that can join the batch. A project that has no further queue for this batch
   * is put aside, so that the next one comes first.
   */
  function nextQueue(
    walks: Walks<Job>,
    aside: Project<Job>[],
    canJoin: (queue: Queue<Job>) => boolean,
  ): Queue<Job> | null {
    for (let project = inTurn.first(); project !== undefined; project = inTurn.first()) {
      const walk = walks.get(project) ?? project.queues.values();
      walks.set(project, walk);
      for (let at = walk.next(); at.done !== true; at = walk.next()) if (canJoin(at.value)) return at.value;
      inTurn.remove(project);
      aside.push(project);
    }
    return null;
  }

  function take({ jobs: maxJobs, mayBeSlow, nowMs }: Parameters<Turns<Job>["take"]>[0]): Batch<Job> | null {
    const jobs: Job[] = [];
    let characters = 0;
    const fits = (job: Job) => jobs.length === 0 || characters + job.characters <= BATCH_MAX_CHARACTERS;
    const isAlone = (queue: Queue<Job>, job: Job) => job.isSuspect || isSlow(queue, nowMs);
    const canJoin = (queue: Queue<Job>) => {
      const job = peek(queue);
      if (job === undefined) return false;
      return isAlone(queue, job) ? jobs.length === 0 && mayBeSlow : fits(job);
    };
    const walks: Walks<Job> = new Map();
    const aside: Project<Job>[] = [];
    let alone: Queue<Job> | null = null;
    while (jobs.length < Math.min(maxJobs, BATCH_MAX_JOBS)) {
      const queue: Queue<Job> | null = alone ?? nextQueue(walks, aside, canJoin);
      const job = queue && peek(queue);
      if (!queue || !job) break;
      if (alone !== null && (job.isSuspect || !fits(job))) break;
      if (isAlone(queue, job)) alone = queue;
      takeTurn(queue, nowMs);
      jobs.push(job);
      characters += job.characters;
      if (job.isSuspect) break;
    }
    for (const project of aside) inTurn.add(project);
    return jobs.length === 0 ? null : { jobs, isSlow: alone !== null };
  }

  return {
    get waiting() {
      return waiting;
    },
    add(job) {
      queueOf(job).behind.push(job);
      waiting += 1;
    },
    putBack(job) {
      queueOf(job).ready.push(job);
      waiting += 1;
    },
    take,
    ran({ projectKey, connectionKey }, usedMs, nowMs) {
      addUsed(projectKey, usedMs, nowMs);
      usedByConnection.add(connectionKey, usedMs, nowMs);
    },
    clear() {
      const queues = Array.from(projects.values(), (project) => [...project.queues.values()]).flat();
      projects.clear();
      inTurn.clear();
      waiting = 0;
      return queues.flatMap(({ ready, behind }) => ready.toReversed().concat(behind));
    },
  };
}
