/**
 * How does a command say that it could not do its work?
 *
 * A failure says what happened, why, and what to do next, and decides the exit code by which a script can react. Anything
 * else that is thrown is a mistake of ours, and `run` says so.
 */

/** The exit codes, in the words of the help. A signal ends the process as usual: Ctrl-C is 130 to a shell. */
export const EXIT_CODES = {
  done: { code: 0, about: "The command did what it says." },
  failed: { code: 1, about: "It failed; the last lines on stderr say why and what to do." },
  misused: {
    code: 2,
    about: "The command was typed wrong: an unknown command or option, or a missing argument.",
  },
  refused: { code: 3, about: "There is no key, or the server does not accept it or its role." },
  unreachable: { code: 4, about: "The server does not answer, or is unavailable." },
  notFound: { code: 5, about: "What the command names is not there, or was deleted." },
  different: { code: 6, about: "`posthorn diff`: the project differs from the file." },
  interrupted: { code: 130, about: "Ctrl-C ended it; a backup or restore leaves nothing behind." },
} as const;

export type Exit = keyof typeof EXIT_CODES;

interface Details {
  why?: string;
  /** What the person can do now, as a whole sentence. */
  todo?: string;
  exit?: Exit;
  cause?: unknown;
  /** The server asks for a pause, and then does what it was asked. */
  retryAfterMs?: number;
}

export class Failure extends Error {
  readonly why: string | undefined;
  readonly todo: string | undefined;
  readonly exit: Exit;
  readonly retryAfterMs: number | undefined;

  constructor(what: string, { why, todo, exit = "failed", cause, retryAfterMs }: Details = {}) {
    super(what, { cause });
    this.name = "Failure";
    this.why = why;
    this.todo = todo;
    this.exit = exit;
    this.retryAfterMs = retryAfterMs;
  }
}

/** A command that was typed wrong. */
export function misuse(what: string, todo: string): Failure {
  return new Failure(what, { todo, exit: "misused" });
}
