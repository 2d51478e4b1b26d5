/**
 * What does the operator's file of plans say, and what is wrong with it?
 *
 * Pure: takes the text of POSTHORN_PLANS, and returns either what is offered or all mistakes with their lines. Several
 * versions of a plan may stand in the file: the highest one is offered, and organizations that have another one keep it.
 */
import { LIMIT_BOUNDS } from "@posthorn/contract/operator";
import { THROUGHPUT_MAX_PER_SECOND } from "@posthorn/contract/limits";
import { isFree } from "@posthorn/contract/plan-choice";
import { FEATURES, OVER_LIMITS, Price, ThroughputTier } from "@posthorn/contract/plans";
import { isMap, isScalar, isSeq, LineCounter, parseDocument } from "yaml";
import * as z from "zod/mini";
import type { PlanVersion } from "../store/plans.ts";

export interface PlansFile {
  /** Every version in the file, in the order of the file. */
  plans: readonly PlanVersion[];
  /** The plan of new organizations. */
  default: string;
  /** The plan of organizations that were there before plans came into force. Null: those are not limited. */
  existing: string | null;
  contact_url: string | null;
  /** What invoices say of the operator, and of how to pay without cards. Null: nothing, so no invoice can be made. */
  billing: { seller: string; payment: string | null } | null;
}

const TEXT_MAX_CHARACTERS = 200;

const PlanId = z.string().check(z.regex(/^[a-z][a-z0-9_-]{0,39}$/, "must be small letters, digits, - and _"));
/** /settings/organization/plans/downgrade cancels a plan; the other addresses there are plans. */
const CANCEL_ADDRESS = "downgrade";
const Text = z.string().check(z.minLength(1), z.maxLength(TEXT_MAX_CHARACTERS));
/** Some lines on an invoice. */
const Lines = z
  .string()
  .check(
    z.trim(),
    z.minLength(1),
    z.maxLength(1_000),
    z.regex(/^(?:.{0,80}\n){0,9}.{0,80}$/, "must have at most 10 lines of 80 characters"),
  );
/** What the file leaves out does not limit. */
const Limits = z.strictObject({
  retention_days: z._default(LIMIT_BOUNDS.retention_days, null),
  max_users: z._default(LIMIT_BOUNDS.max_users, null),
  max_requests: z._default(LIMIT_BOUNDS.max_requests, null),
  included_throughput: z._default(LIMIT_BOUNDS.included_throughput, null),
  max_payload_size_mb: z._default(LIMIT_BOUNDS.max_payload_size_mb, null),
  attempt_timeout: z._default(LIMIT_BOUNDS.attempt_timeout, null),
  api_rate_limit: z._default(LIMIT_BOUNDS.api_rate_limit, null),
});

/** People choose among them with a slider, which also has a place on a phone. */
const TIERS_MAX = 8;
const FileTier = z.extend(ThroughputTier, {
  events_per_second: z.int().check(z.minimum(1), z.maximum(THROUGHPUT_MAX_PER_SECOND)),
  compare_at_price: z._default(ThroughputTier.shape.compare_at_price, null),
  legacy: z._default(z.boolean(), false),
});

const FilePlan = z.strictObject({
  id: PlanId,
  version: z.int().check(z.minimum(1)),
  name: Text,
  description: z._default(z.string().check(z.maxLength(TEXT_MAX_CHARACTERS)), ""),
  prices: z._default(z.nullable(z.array(Price)), null),
  limits: z.prefault(Limits, {}),
  over_limit: z._default(z.nullable(z.enum(OVER_LIMITS)), null),
  throughput_tiers: z._default(
    z.array(FileTier).check(z.maxLength(TIERS_MAX, `must list at most ${TIERS_MAX} tiers`)),
    [],
  ),
  features: z._default(z.array(z.enum(FEATURES)), []),
});

const File = z.strictObject({
  default: PlanId,
  existing: z._default(z.nullable(PlanId), null),
  contact_url: z._default(
    z.nullable(
      z.string().check(z.regex(/^(https?:\/\/|mailto:)\S+$/, "must begin with https:// or mailto:")),
    ),
    null,
  ),
  billing: z._default(
    z.nullable(z.strictObject({ seller: Lines, payment: z._default(z.nullable(Lines), null) })),
    null,
  ),
  plans: z.array(FilePlan).check(z.minLength(1, "must list at least one plan")),
});
type File = z.output<typeof File>;

type Path = readonly PropertyKey[];
interface Mistake {
  at: Path;
  problem: string;
}

export function readPlansFile(text: string): PlansFile | { mistakes: readonly string[] } {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  if (document.errors.length > 0)
    return {
      mistakes: document.errors.map(({ pos, message }) => `line ${lines.linePos(pos[0]).line}: ${message}`),
    };
  const lineOf = (path: Path) => lines.linePos(offsetOf(document.contents, path)).line;
  const parsed = z.safeParse(File, document.toJS(), { error: problemOf });
  const mistakes = parsed.success
    ? contradictions(parsed.data)
    : parsed.error.issues.map(({ path, message }) => ({ at: path, problem: message }));
  if (!parsed.success || mistakes.length > 0)
    return {
      mistakes: mistakes
        .map(({ at, problem }) => ({ line: lineOf(at), text: `${nameOf(at)} ${problem}`.trim() }))
        .toSorted((a, b) => a.line - b.line)
        .map((mistake) => `line ${mistake.line}: ${mistake.text}`),
    };
  const { plans, ...rest } = parsed.data;
  return { ...rest, plans: plans.map(({ id, version, ...content }) => ({ id, version, content })) };
}

/** What no schema of one field can know. */
function contradictions(file: File): Mistake[] {
  const isKnown = (wanted: string) => file.plans.some(({ id }) => id === wanted);
  const named = (["default", "existing"] as const).flatMap((key): Mistake[] => {
    const id = file[key];
    return id === null || isKnown(id) ? [] : [{ at: [key], problem: `names "${id}", which is no plan here` }];
  });
  const ofPlans = file.plans.flatMap((plan, number): Mistake[] => {
    const at = ["plans", number];
    const isSecond = file.plans.findIndex(({ id, version }) => id === plan.id && version === plan.version);
    const { max_requests } = plan.limits;
    const hasNoSeats = plan.features.includes("unlimited_seats") && plan.limits.max_users !== null;
    return [
      ...(plan.id === CANCEL_ADDRESS
        ? [
            {
              at: [...at, "id"],
              problem: `must not be ${CANCEL_ADDRESS}: the page that cancels a plan has it`,
            },
          ]
        : []),
      ...(isSecond < number ? [{ at, problem: `is version ${plan.version} of "${plan.id}" again` }] : []),
      ...(max_requests !== null && plan.over_limit === null
        ? [
            {
              at: [...at, "limits", "max_requests"],
              problem: "needs over_limit of its plan: accept or reject",
            },
          ]
        : []),
      ...(max_requests === null && plan.over_limit !== null
        ? [{ at: [...at, "over_limit"], problem: "says nothing without max_requests in the limits" }]
        : []),
      ...(hasNoSeats
        ? [{ at: [...at, "limits", "max_users"], problem: "contradicts the feature unlimited_seats" }]
        : []),
      ...(plan.prices ?? []).flatMap((price, place) => {
        const isRising =
          price.price_type !== "tiered_package" ||
          price.tiers.every(
            ({ tier_lower_bound: bound }, tier) =>
              bound > (price.tiers[tier - 1]?.tier_lower_bound ?? -1) && (tier > 0 || bound === 0),
          );
        const problem = "must begin with tier_lower_bound 0 and rise from tier to tier";
        return isRising ? [] : [{ at: [...at, "prices", place, "tiers"], problem }];
      }),
      ...mistakesOfThroughput(plan, [...at, "throughput_tiers"]),
    ];
  });
  return [...named, ...ofPlans];
}

/**
 * A plan that costs nothing sells no throughput: an organization on it can be deleted and never gets an invoice. One whose
 * terms are agreed has its throughput agreed as well.
 */
function mistakesOfThroughput(
  { prices, limits, throughput_tiers: tiers }: z.output<typeof FilePlan>,
  at: Path,
): Mistake[] {
  if (tiers.length === 0) return [];
  const { included_throughput: included } = limits;
  if (included === null) return [{ at, problem: "needs included_throughput in the limits of its plan" }];
  if (prices === null || isFree({ prices }))
    return [
      { at, problem: "needs a price of its plan: one that costs nothing, or is agreed, sells no throughput" },
    ];
  return tiers.flatMap(({ events_per_second, price, compare_at_price }, place) => [
    ...(events_per_second > (tiers[place - 1]?.events_per_second ?? included)
      ? []
      : [
          {
            at: [...at, place, "events_per_second"],
            problem: "must be above included_throughput, and rise from tier to tier",
          },
        ]),
    ...(compare_at_price !== null && compare_at_price <= price
      ? [{ at: [...at, place, "compare_at_price"], problem: "must be above the price" }]
      : []),
  ]);
}

/** zod/mini has no messages of its own. */
function problemOf(issue: { code?: string | undefined; input?: unknown }): string {
  // The casts are safe: zod sets these fields for these codes.
  const { keys, values, minimum, maximum, expected } = issue as {
    keys?: string[];
    values?: unknown[];
    minimum?: number;
    maximum?: number;
    expected?: string;
  };
  if (issue.code === "unrecognized_keys") return `has unknown names: ${keys?.join(", ")}`;
  if (issue.code === "invalid_type" && issue.input === undefined) return "is missing";
  if (issue.code === "invalid_value") return `must be ${values?.join(" or ")}`;
  if (issue.code === "invalid_union") return "must have one of the price types of the example";
  if (issue.code === "too_small") return `must be at least ${minimum}`;
  if (issue.code === "too_big") return `must be at most ${maximum}`;
  if (issue.code === "invalid_type") return `must be ${expected}`;
  return "is not valid";
}

function nameOf(path: Path): string {
  return path.reduce<string>(
    (sofar, step) =>
      typeof step === "number"
        ? `${sofar}[${step + 1}]`
        : sofar === ""
          ? String(step)
          : `${sofar}.${String(step)}`,
    "",
  );
}

/** Where the thing at the path begins, or else the innermost thing around it. */
function offsetOf(root: unknown, path: Path): number {
  let node = root;
  let offset = 0;
  for (const step of path) {
    if (isMap(node)) {
      const pair = node.items.find(({ key }) => isScalar(key) && key.value === step);
      if (!pair || !isScalar(pair.key)) break;
      offset = pair.key.range?.[0] ?? offset;
      node = pair.value;
    } else if (isSeq(node) && typeof step === "number") {
      node = node.items[step];
      if (isMap(node) || isScalar(node)) offset = node.range?.[0] ?? offset;
    } else break;
  }
  return offset;
}
