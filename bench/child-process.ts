/**
 * How does the bench talk to the processes it measures with?
 *
 * Generator, sink and the servers to compare with each run in a process of their own, so that their costs stay
 * separate. The bench asks and the child answers, one question at a time. A child exits as soon as its parent is
 * gone, even after a crash.
 */
import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

export interface Child<Ask, Answer> {
  pid: number;
  ask: (question: Ask) => Promise<Answer>;
  stop: () => Promise<void>;
}

type Answering<Ask, Answer> = Child<Ask, Answer>["ask"];
type Reply = { answer: unknown } | { error: string };

/** `script` is a file of this package that calls `answerWith` with the same two types. */
export function startChild<Ask, Answer>(script: string): Child<Ask, Answer> {
  const process = fork(fileURLToPath(new URL(script, import.meta.url)), {
    execArgv: [],
    serialization: "advanced", // JSON would turn NaN into null
  });
  const { pid } = process;
  if (pid === undefined) throw new Error(`${script} could not be started`);
  return {
    pid,
    ask: (question) =>
      new Promise<Answer>((done, fail) => {
        const onExit = () => fail(new Error(`${script} ended before it answered`));
        process.once("exit", onExit);
        process.once("message", (message) => {
          process.off("exit", onExit);
          // Safe: only `answerWith` below sends messages.
          const received = message as Reply;
          if ("error" in received) fail(new Error(`${script}: ${received.error}`));
          else done(received.answer as Answer); // the caller pairs the types with the script
        });
        process.send({ question });
      }),
    stop: () => stopChild(process),
  };
}

async function stopChild(process: ChildProcess): Promise<void> {
  if (process.exitCode !== null || process.signalCode !== null) return;
  const exited = once(process, "exit");
  process.disconnect();
  await exited;
}

/** The child's side. Use the same types as the parent's `startChild` for this script. */
export function answerWith<Ask, Answer>(answer: Answering<Ask, Answer>): void {
  process.on("message", (message) => {
    // Safe: only `ask` above sends messages.
    const { question } = message as { question: Ask };
    answer(question).then(
      (value) => reply({ answer: value }),
      (error: unknown) =>
        reply({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
    );
  });
  process.on("disconnect", () => process.exit());
  process.on("SIGINT", () => {}); // the bench handles Ctrl-C and then stops its children in order
}

function reply(message: Reply): void {
  process.send?.(message);
}
