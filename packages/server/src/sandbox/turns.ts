/**
 * Whose job is next?
 *
 * The turn is the project's that has used the least time of late; within a project, connections take turns, one job
 * each. So neither a flood of jobs nor code that hangs now and then delays another project. A connection is slow if its
 * runs were slow of late, or if those of its project were and other projects are around. Jobs of a slow connection travel
 * in batches of their own, and all slow connections together leave a child free for the others. A suspect is a job whose
 * last batch ended with the death of its child: it travels alone. Time comes in as an argument.
 */
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
  /** In the order of their next turn. */
  queues: Map<string, Queue<Job>>;
}

/**
 * How far one batch has looked through each project's queues; null is to the end. A queue that had its turn comes again
 * behind the others.
 */
type Walks<Job> = Map<Project<Job>, Iterator<Queue<Job>> | null>;

export function createTurns<Job extends Turn>(): Turns<Job> {
  const projects = new Map<string, Project<Job>>();
  const usedByProject = createTimeUsed();
  const usedByConnection = createTimeUsed();
  /** The project that had the last turn, and the last one before it that is another. */
  let latest = { projectKey: "", atMs: -Infinity };
  let other = latest;
  let waiting = 0;

  function queueOf({ projectKey, connectionKey }: Turn): Queue<Job> {
    let project = projects.get(projectKey);
    if (project === undefined) {
      project = { key: projectKey, queues: new Map() };
      projects.set(projectKey, project);
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
    usedByProject.add(project.key, HANDING_OUT_MS, nowMs);
    if (latest.projectKey !== project.key) {
      other = latest;
      latest = { projectKey: project.key, atMs: nowMs };
    }
    latest.atMs = nowMs;
    project.queues.delete(queue.key);
    if (peek(queue) !== undefined) project.queues.set(queue.key, queue);
    else if (project.queues.size === 0) projects.delete(project.key);
  }

  function isSlow({ key, project }: Queue<Job>, nowMs: number): boolean {
    if (usedByConnection.isSlow(key, nowMs)) return true;
    return usedByProject.isSlow(project.key, nowMs) && nowMs - lastOther(project.key) < AROUND_MS;
  }

  /** When a project other than this one had its last turn. */
  function lastOther(projectKey: string): number {
    return latest.projectKey === projectKey ? other.atMs : latest.atMs;
  }

  /** The project that has used the least, among those with queues that this batch has not looked at. */
  function nextProject(walks: Walks<Job>): Project<Job> | null {
    let next: Project<Job> | null = null;
    let least = Infinity;
    for (const project of projects.values()) {
      const sum = usedByProject.sum(project.key);
      if (sum >= least || walks.get(project) === null) continue;
      next = project;
      least = sum;
    }
    return next;
  }

  /** The queue whose turn it is, among those that can join the batch. */
  function nextQueue(walks: Walks<Job>, canJoin: (queue: Queue<Job>) => boolean): Queue<Job> | null {
    for (let project = nextProject(walks); project !== null; project = nextProject(walks)) {
      const walk = walks.get(project) ?? project.queues.values();
      walks.set(project, walk);
      for (let at = walk.next(); at.done !== true; at = walk.next()) if (canJoin(at.value)) return at.value;
      walks.set(project, null);
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
    let alone: Queue<Job> | null = null;
    while (jobs.length < Math.min(maxJobs, BATCH_MAX_JOBS)) {
      const queue: Queue<Job> | null = alone ?? nextQueue(walks, canJoin);
      const job = queue && peek(queue);
      if (!queue || !job) break;
      if (alone !== null && (job.isSuspect || !fits(job))) break;
      if (isAlone(queue, job)) alone = queue;
      takeTurn(queue, nowMs);
      jobs.push(job);
      characters += job.characters;
      if (job.isSuspect) break;
    }
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
      usedByProject.add(projectKey, usedMs, nowMs);
      usedByConnection.add(connectionKey, usedMs, nowMs);
    },
    clear() {
      const queues = Array.from(projects.values(), (project) => [...project.queues.values()]).flat();
      projects.clear();
      waiting = 0;
      return queues.flatMap(({ ready, behind }) => ready.toReversed().concat(behind));
    },
  };
}
