/** The tool try_rules: what edited rules would make of the latest requests, without changing anything. */
import { getConnection } from "@posthorn/contract/connections";
import { RULES_TRIAL_MAX_REQUESTS } from "@posthorn/contract/limits";
import { RulesInput } from "@posthorn/contract/rules";
import {
  type RulesTrial,
  type TriedRequest,
  type TrialTotals,
  tryRules,
} from "@posthorn/contract/rules-trial";
import * as z from "zod/mini";
import type { Client } from "../api/client.ts";
import { misuse } from "../failure.ts";
import { counted } from "./answer.ts";
import { defineTool, described } from "./tool.ts";

export const RULES_ARGUMENT = described(
  z.array(z.record(z.string(), z.unknown())),
  [
    "The whole list of rules, in order; an empty list is no rules. Each is one of:",
    '{"type":"filter","body":{…},"headers":{…},"query":{…},"path":…} with operators such as {"total":{"$gte":100}}, {"type":{"$in":["a","b"]}}, {"$or":[…]}, {"$not":{…}}, {"$exist":true};',
    '{"type":"transform","transformation_id":"trs_…"} or {"type":"transform","transformation":{"name":"…","code":"addHandler(\\"transform\\", (request, context) => { return request; });"}};',
    '{"type":"deduplicate","window":60000,"include_fields":["body.id"]};',
    '{"type":"delay","delay":60000}; {"type":"retry","strategy":"exponential","count":5,"interval":60000}. Times are in milliseconds.',
  ].join(" "),
);

/** How many requests an answer shows, those with a difference first. */
const SHOWN_REQUESTS = 10;
const USUAL_REQUESTS = 50;

export const tryRulesTool = defineTool({
  name: "try_rules",
  title: "Try rules on recent requests",
  description:
    "What rules would make of the newest requests of a source, beside what the saved rules make of them: how many are delivered, filtered, deduplicated or fail, and what changes in their content. Changes, stores and sends nothing. Use it before you propose a filter or a transformation.",
  input: z.strictObject({
    connection_id: described(
      z.optional(z.string()),
      "The connection whose rules are edited; this or source_id is needed",
    ),
    source_id: described(
      z.optional(z.string()),
      "Instead of a connection: a source, as if it had no rules yet",
    ),
    rules: RULES_ARGUMENT,
    requests: described(
      z._default(z.int().check(z.minimum(1), z.maximum(RULES_TRIAL_MAX_REQUESTS)), USUAL_REQUESTS),
      "How many of the newest requests to try",
    ),
  }),
  async run({ connection_id, source_id, rules, requests }, { client }) {
    if ((connection_id === undefined) === (source_id === undefined))
      throw misuse("Give either connection_id or source_id.", "list shows the ids.");
    const trial = await trialOf(client, { connection_id, source_id, rules, limit: requests });
    return { says: trialSays(trial), data: shownRequests(trial) };
  },
});

interface Asked {
  connection_id?: string | undefined;
  source_id?: string | undefined;
  rules: readonly unknown[];
  limit: number;
}

export async function trialOf(
  client: Client,
  { connection_id, source_id, rules, limit }: Asked,
): Promise<RulesTrial> {
  const checked = checkedRules(rules);
  const source =
    source_id ?? (await client.call(getConnection, { params: { id: connection_id ?? "" } })).source.id;
  return client.call(tryRules, {
    body: {
      source_id: source,
      rules: checked,
      limit,
      ...(connection_id !== undefined && { webhook_id: connection_id }),
    },
  });
}

/** The complaint names the rule. */
export function checkedRules(rules: readonly unknown[]): z.input<typeof RulesInput> {
  const { error } = z.safeParse(RulesInput, rules);
  if (error)
    throw misuse(`The rules are not right: ${z.prettifyError(error)}`, "Correct them, and try again.");
  return rules as z.input<typeof RulesInput>; // safe: the schema has taken them
}

export function trialSays({ requests, before, after, changed }: RulesTrial): string[] {
  if (requests.length === 0)
    return ["The source has no request whose data is still there, so nothing could be tried."];
  return [
    `Tried on the ${counted(requests.length, "newest request")} of the source. Nothing was changed.`,
    `With the saved rules: ${totalsText(before)}.`,
    `With these rules: ${totalsText(after)}. ${changed} are delivered with another content than before.`,
  ];
}

function totalsText(totals: TrialTotals): string {
  return Object.entries(totals)
    .flatMap(([status, count]) => (count > 0 ? [`${count} ${status}`] : []))
    .join(", ");
}

export function shownRequests({ requests }: RulesTrial): TriedRequest[] {
  return requests.toSorted((a, b) => weightOf(b) - weightOf(a)).slice(0, SHOWN_REQUESTS);
}

/** A failure is what a person must see first, then every other difference. */
function weightOf({ before, after, change }: TriedRequest): number {
  if (after.status === "failed") return 3;
  if (before.status !== after.status) return 2;
  return change === null ? 0 : 1;
}
