/**
 * Is there room for one more request, and for the next bytes of its body?
 *
 * Counts what ingest has in memory, for each source and project (part.ts). Bytes count from the head of a request until
 * its answer is sent and its body is written. Only a whole request takes a place, so a sender whose body does not come
 * keeps no other sender from being stored. An announced length reserves nothing: bytes count when they are here.
 */
import type { Backlog } from "../route/router.ts";
import { roomLeft } from "./part.ts";

const MAX_PLACES = 2_000;
/** Less if memory is limited (memory.ts). */
export const MAX_IN_FLIGHT_BYTES = 96 * 1024 * 1024;
/** What a request takes beside its body: socket, parser, headers and the objects made from them. */
const REQUEST_BYTES = 16 * 1024;
/** Stored requests that are not evaluated yet. Each costs memory for an id; with slow code they are hours of work. */
const MAX_BACKLOG = 400_000;
const MAX_BACKLOG_PER_SOURCE = MAX_BACKLOG / 4;

export type NoRoom = "busy" | "source over its share";

interface Held {
  places: number;
  bytes: number;
}

interface HeldByProject extends Held {
  sources: number;
}

interface HeldBySource extends Held {
  key: string;
  projectKey: string;
  project: HeldByProject;
  requests: number;
}

export interface InFlight {
  /** Begins a request whose head is here. `announcedBytes` is 0 for a body of unknown length. */
  enter: (source: { key: string; teamKey: string }, announcedBytes: number) => Flight | NoRoom;
  /** What is in flight now. */
  held: () => Readonly<{ requests: number; places: number; bytes: number }>;
}

const NOTHING: Held = { places: 0, bytes: 0 };

export function createInFlight(backlog: Backlog, maxBytes: number): InFlight {
  const counts = createCounts(backlog, maxBytes);
  return {
    held: () => counts.all,
    enter({ key, teamKey }, announcedBytes) {
      const known = counts.sources.get(key);
      const project = known?.project ?? counts.projects.get(teamKey) ?? NOTHING;
      return (
        noRoom(backlog, key) ??
        // Refused before its bytes are sent, although a place might be free by the time they are here.
        counts.noPlace(project, known ?? NOTHING) ??
        (REQUEST_BYTES + announcedBytes > counts.bytesLeft(project, known ?? NOTHING) ? "busy" : null) ??
        new Flight(counts, known ?? counts.open(key, teamKey))
      );
    },
  };
}

function noRoom(backlog: Backlog, key: string): NoRoom | null {
  if (backlog.requests() >= MAX_BACKLOG) return "busy";
  return backlog.requestsOf(key) >= MAX_BACKLOG_PER_SOURCE ? "source over its share" : null;
}

/** One request, from its head to its answer. A class, because every request makes one. */
export class Flight {
  private readonly counts: Counts;
  private readonly source: HeldBySource;
  private heldBytes = REQUEST_BYTES;
  private body: "coming" | "whole" | "forgotten" = "coming";
  private hasEnded = false;
  private isCounted = true;

  constructor(counts: Counts, source: HeldBySource) {
    this.counts = counts;
    this.source = source;
    counts.all.requests++;
    source.requests++;
    counts.add(source, 0, REQUEST_BYTES);
  }

  /** Counts bytes of the body that have arrived. Returns false if there is no room for them. */
  holdBytes(bytes: number): boolean {
    if (!this.isCounted || bytes > this.counts.bytesLeft(this.source.project, this.source)) return false;
    this.heldBytes += bytes;
    this.counts.add(this.source, 0, bytes);
    return true;
  }

  /** Call it when the whole request is here. Returns null when it got its place. */
  takePlace(): NoRoom | null {
    if (!this.isCounted) return "busy"; // the sender is gone
    const refusal = this.counts.noPlace(this.source.project, this.source);
    if (refusal) return refusal;
    this.body = "whole";
    this.counts.add(this.source, 1, 0);
    return null;
  }

  /** Call it when a request with a place was written, or will not be. */
  forgetBody(): void {
    if (this.body !== "whole") return;
    this.body = "forgotten";
    if (this.hasEnded) return this.release();
    this.counts.add(this.source, 0, REQUEST_BYTES - this.heldBytes);
    this.heldBytes = REQUEST_BYTES;
  }

  /**
   * Call it when the sender has its answer or is gone, once or more. A body that is being written is in memory all the
   * same: it counts until it is forgotten.
   */
  end(): void {
    this.hasEnded = true;
    if (this.body !== "whole") this.release();
  }

  private release(): void {
    if (!this.isCounted) return;
    this.isCounted = false;
    this.counts.add(this.source, this.body === "coming" ? 0 : -1, -this.heldBytes);
    this.counts.all.requests--;
    if (--this.source.requests === 0) this.counts.close(this.source);
  }
}

type Counts = ReturnType<typeof createCounts>;

function createCounts(backlog: Backlog, maxBytes: number) {
  const all = { requests: 0, places: 0, bytes: 0 };
  const projects = new Map<string, HeldByProject>();
  const sources = new Map<string, HeldBySource>();
  return {
    all,
    projects,
    sources,
    open(key: string, projectKey: string): HeldBySource {
      let project = projects.get(projectKey);
      if (!project) projects.set(projectKey, (project = { sources: 0, places: 0, bytes: 0 }));
      project.sources++;
      const source = { key, projectKey, project, requests: 0, places: 0, bytes: 0 };
      sources.set(key, source);
      return source;
    },
    close({ key, projectKey, project }: HeldBySource): void {
      sources.delete(key);
      if (--project.sources === 0) projects.delete(projectKey);
    },
    add(source: HeldBySource, places: number, bytes: number): void {
      all.places += places;
      all.bytes += bytes;
      source.places += places;
      source.bytes += bytes;
      source.project.places += places;
      source.project.bytes += bytes;
    },
    bytesLeft(project: Held, source: Held): number {
      return roomLeft(maxBytes, all.bytes + backlog.bytes(), project.bytes, source.bytes);
    },
    noPlace(project: Held, source: Held): NoRoom | null {
      if (roomLeft(MAX_PLACES, all.places, project.places, source.places) > 0) return null;
      return source.places > 0 && all.places < MAX_PLACES ? "source over its share" : "busy";
    },
  };
}
