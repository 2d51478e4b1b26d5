/**
 * What does a run of a transformation take, and what does it return?
 *
 * The callers of the sandbox and the check of a child's answer share these shapes.
 */
import type { ConsoleType, LogLevel } from "@posthorn/contract/causes";

export interface TransformationJob {
  /** Projects take turns. A project whose code hangs never uses more than a part of the pool. */
  projectKey: string;
  /** Within a project, connections take turns. Only jobs of one connection share a compiled program. */
  connectionKey: string;
  code: string;
  /** JSON text of names and values. */
  envJson: string;
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
  /** Names are lower case. */
  headers: Record<string, string>;
  path: string;
  query: string;
  /** As it goes on the wire, written by its content type; null is no body. */
  body: string | null;
}

/** A place in the user's code. Both count from 1. */
export interface CodePosition {
  line: number;
  column: number;
}

export type TransformationRun =
  | { request: TransformedRequest; console: ConsoleLine[]; log_level: Exclude<LogLevel, "fatal"> }
  | { failure: string; position: CodePosition | null; console: ConsoleLine[]; log_level: "fatal" };
