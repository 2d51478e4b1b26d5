/**
 * Which programs does a child hold, and what must it be told before it can run a job?
 *
 * The server keeps the same list as the child: whatever `tell` adds to a batch, the child does in that order (child.ts
 * describes the words). A child keeps a bounded number of programs; the least recently used one goes first.
 */
import { PROGRAMS_MAX_COUNT } from "./limits.ts";
import type { TransformationJob } from "./transformation-run.ts";

interface HeldProgram {
  number: string;
  /** The variables and context that the child has. They hardly ever change, so they are sent only when they do. */
  envJson: string;
  contextJson: string;
}

export interface ChildPrograms {
  /** Adds `run` and the program's number, and before them what the child must load, set and drop first. */
  tell: (job: TransformationJob, texts: string[]) => void;
}

export function createChildPrograms(): ChildPrograms {
  /** By connection and code. */
  const programs = new Map<string, Map<string, HeldProgram>>();
  /** The same programs by number; the least recently used comes first. */
  const order = new Map<string, { connectionKey: string; code: string }>();
  let lastNumber = 0;

  function dropOldest(texts: string[]): void {
    const [oldest] = order;
    if (order.size <= PROGRAMS_MAX_COUNT || oldest === undefined) return;
    const [number, { connectionKey, code }] = oldest;
    order.delete(number);
    programs.get(connectionKey)?.delete(code);
    if (programs.get(connectionKey)?.size === 0) programs.delete(connectionKey);
    texts.push("drop", number);
  }

  return {
    tell({ connectionKey, code, envJson, contextJson }, texts) {
      const known = programs.get(connectionKey)?.get(code);
      const program = known ?? { number: String((lastNumber += 1)), envJson: "", contextJson: "" };
      const { number } = program;
      order.delete(number);
      order.set(number, { connectionKey, code });
      if (known === undefined) {
        const ofConnection = programs.get(connectionKey) ?? new Map<string, HeldProgram>();
        programs.set(connectionKey, ofConnection.set(code, program));
        dropOldest(texts);
        texts.push("load", number, code);
      }
      if (program.envJson !== envJson || program.contextJson !== contextJson) {
        program.envJson = envJson;
        program.contextJson = contextJson;
        texts.push("surround", number, envJson, contextJson);
      }
      texts.push("run", number);
    },
  };
}
