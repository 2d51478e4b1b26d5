/**
 * How does a transformation's code run without reaching anything?
 *
 * `run` gives what the code made of a request, or the sentence that says why it made nothing. It never
 * rejects for anything that the code does: only when more jobs wait than the pool may hold, or after `stop`.
 */
import type { ConsoleType, LogLevel } from "@posthorn/contract/causes";

export interface TransformationJob {
  /** Jobs of one key take turns with those of other keys; a key whose code hangs never holds more than a part of the pool. */
  fairnessKey: string;
  code: string;
  env: Readonly<Record<string, string>>;
  /** JSON text of {headers, body, query, parsed_query, path}. */
  requestJson: string;
  /** JSON text of {connection}. */
  contextJson: string;
}

export interface ConsoleLine {
  type: ConsoleType;
  message: string;
}

export interface TransformedRequest {
  headers: Record<string, string>;
  path: string;
  query: string;
  /** As it goes on the wire, written by its content type; null is no body. */
  body: string | null;
}

export type TransformationRun =
  | { request: TransformedRequest; console: ConsoleLine[]; log_level: Exclude<LogLevel, "fatal"> }
  | { failure: string; console: ConsoleLine[]; log_level: "fatal" };

export interface Sandbox {
  run: (job: TransformationJob) => Promise<TransformationRun>;
  stop: () => Promise<void>;
}

/** More jobs wait than the pool may hold, or the pool has stopped. The job did not run. */
export class SandboxUnavailableError extends Error {
  readonly code = "SANDBOX_UNAVAILABLE";
}

export function createSandbox(): Sandbox {
  return {
    run: () => Promise.reject(new SandboxUnavailableError("The sandbox has no children yet")),
    stop: () => Promise.resolve(),
  };
}
