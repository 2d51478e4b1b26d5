/**
 * What do `posthorn diff` and `posthorn apply` do?
 *
 * The file is read and checked first, then the project; only then is anything changed, and only what the plan has shown.
 */
import type { Client } from "../api/client.ts";
import { type Exit, Failure, misuse } from "../failure.ts";
import { ask } from "../login/ask.ts";
import type { Machine } from "../machine.ts";
import { printable } from "../output/printable.ts";
import { applyPlan } from "./apply-plan.ts";
import { type Configuration, labelOf } from "./configuration.ts";
import { USUAL_FILE, readConfigurationFile } from "./files.ts";
import { type Plan, type Step, countsOf, planOf } from "./plan.ts";
import type { Present } from "./present.ts";
import { readProject } from "./read-project.ts";
import { obstaclesText, planText } from "./show-plan.ts";

interface Asked {
  client: Pick<Client, "call">;
  machine: Machine;
  file: string | undefined;
  isPruning: boolean;
}

export async function showDifference(asked: Asked): Promise<Exit> {
  const { plan } = await shownPlan(asked);
  return plan.steps.length > 0 ? "different" : "done";
}

export async function applyConfiguration(
  asked: Asked & { isDryRun: boolean; isConfirmed: boolean },
): Promise<void> {
  const { client, machine, file = USUAL_FILE, isPruning, isDryRun, isConfirmed } = asked;
  const { plan, wanted, present } = await shownPlan(asked);
  if (isDryRun || plan.steps.length === 0) return;
  if (!isConfirmed) await confirm(machine, file);
  const done: Step[] = [];
  try {
    await applyPlan(plan, { client, wanted, present }, (step) => {
      done.push(step);
      machine.err.write(`${DONE[step.act]} ${printable(labelOf(step.kind, step.key))}\n`);
    });
  } catch (error) {
    throw halfWay(error, plan, done, `posthorn apply ${file}${isPruning ? " --prune" : ""}`);
  }
  const { add, change, delete: gone } = countsOf(plan);
  machine.out.write(`Applied: ${add} added, ${change} changed, ${gone} deleted.\n`);
}

const DONE = { add: "Added", change: "Changed", delete: "Deleted" } as const satisfies Record<
  Step["act"],
  string
>;

async function shownPlan({
  client,
  machine,
  file = USUAL_FILE,
  isPruning,
}: Asked): Promise<{ plan: Plan; wanted: Configuration; present: Present }> {
  const { wanted, written } = await readConfigurationFile(file, machine);
  const present = await readProject(client);
  const plan = planOf(wanted, present, { isPruning });
  machine.out.write(planText(plan, { paint: machine.out.paint, written }));
  if (plan.obstacles.length > 0)
    throw new Failure("This cannot be applied.", {
      why: obstaclesText(plan),
      todo: "Nothing was changed.",
    });
  return { plan, wanted, present };
}

async function confirm(machine: Machine, file: string): Promise<void> {
  const instead = "Write --yes to apply without a question, or --dry-run to see the plan only.";
  if (!machine.input.isTerminal || file === "-")
    throw misuse("Nobody can be asked whether to apply this, so nothing was changed.", instead);
  const answer = await ask(machine, { text: 'Apply this? Only "yes" is a yes: ', instead });
  if (answer !== "yes") throw new Failure("Nothing was changed.", { todo: instead });
}

function halfWay(error: unknown, { steps }: Plan, done: readonly Step[], again: string): unknown {
  const failed = steps[done.length];
  if (!(error instanceof Failure) || !failed) return error;
  const left = steps.slice(done.length + 1);
  const labels = left.map(({ act, kind, key }) => `${act} ${labelOf(kind, key)}`);
  return new Failure(
    `${failed.act[0]?.toUpperCase()}${failed.act.slice(1)} ${printable(labelOf(failed.kind, failed.key))}: ${error.message}`,
    {
      why: [
        error.why,
        `${done.length} of ${steps.length} changes were made and stay.`,
        ...(labels.length > 0 ? [`Not tried: ${labels.map(printable).join(", ")}.`] : []),
      ]
        .filter((text) => text !== undefined)
        .join("\n"),
      todo: `${error.todo === undefined ? "" : `${error.todo} `}Then go on where it stopped: ${printable(again)}`,
      exit: error.exit,
      cause: error,
    },
  );
}
