/**
 * What must happen so that a project becomes what a file says?
 *
 * Pure. The steps are in the order in which they can be done: what is referred to comes first, and what is deleted goes last,
 * from the other end. What the API cannot change is an obstacle, known before anything is done.
 */
import {
  type Auth,
  type Configuration,
  type Fields,
  HIDDEN,
  KEPT,
  KINDS,
  type Kind,
  type Things,
  isFields,
  labelOf,
  sortedEntries,
} from "./configuration.ts";
import { type FieldChange, changesBetween } from "./field-changes.ts";
import type { Present } from "./present.ts";

export interface Step {
  act: "add" | "change" | "delete";
  kind: Kind;
  key: string;
  changes: readonly FieldChange[];
  /** What else happens by it. */
  notes: readonly string[];
}

export interface Plan {
  steps: readonly Step[];
  obstacles: readonly string[];
  /** Things whose secrets the caller may not read, so that nobody can say whether they differ. */
  uncompared: readonly string[];
  /** Things that are in the project and not in the file. */
  others: readonly string[];
}

interface Asked {
  isPruning: boolean;
}

export function planOf(wanted: Configuration, present: Present, { isPruning }: Asked): Plan {
  const written = KINDS.flatMap((kind) =>
    sortedEntries<Things[Kind]>(wanted[kind]).map(([key, thing]) => ({
      kind,
      key,
      thing,
      // Safe: both maps are of this kind.
      there: (present.configuration[kind] as ReadonlyMap<string, Things[Kind]>).get(key),
    })),
  );
  const steps = written.flatMap(({ kind, key, thing, there }): Step[] => {
    const changes = there
      ? changesBetween({ ...there }, { ...fitted(thing, there) })
      : // What is false is so by default.
        changesBetween({}, withoutKept(thing)).filter(({ after }) => after !== false);
    if (there && changes.length === 0) return [];
    const notes = there ? notesOfChange(kind, changes) : notesOfNew(thing);
    return [{ act: there ? "change" : "add", kind, key, changes, notes }];
  });
  const others = KINDS.flatMap((kind) =>
    sortedEntries<Things[Kind]>(present.configuration[kind])
      .filter(([key]) => !wanted[kind].has(key) && !isUnmanaged(present, kind, key))
      .map(([key]) => ({ kind, key })),
  );
  const pruned = isPruning ? prunedBy(others.toReversed(), present) : { steps: [], obstacles: [] };
  return {
    steps: [...steps, ...pruned.steps],
    obstacles: [
      ...steps.flatMap((step) => (step.act === "change" ? obstaclesOf(step) : [])),
      ...pruned.obstacles,
    ],
    uncompared: written.flatMap(({ kind, key, there }) => (hidesAuth(there) ? [labelOf(kind, key)] : [])),
    others: isPruning ? [] : others.map(({ kind, key }) => labelOf(kind, key)),
  };
}

function isUnmanaged({ unmanaged }: Present, kind: Kind, key: string): boolean {
  return unmanaged.some((one) => one.kind === kind && one.key === key);
}

/** Users go before what they use. */
function prunedBy(
  others: readonly { kind: Kind; key: string }[],
  { ids, unmanaged }: Present,
): Pick<Plan, "obstacles"> & { steps: Step[] } {
  const idOf = (kind: Kind, key: string) => ids[kind].get(key) ?? "";
  const ends = others.filter(({ kind }) => kind === "source" || kind === "destination");
  const goneEnds = new Set(ends.map(({ kind, key }) => idOf(kind, key)));
  const usersOf = (kind: Kind, key: string) => unmanaged.filter(({ uses }) => uses.includes(idOf(kind, key)));
  return {
    steps: others.map(({ kind, key }) => ({
      act: "delete",
      kind,
      key,
      changes: [],
      notes:
        kind === "transformation"
          ? []
          : usersOf(kind, key).map(({ id, why }) => `deletes with it connection ${id}, which ${why}`),
    })),
    obstacles: others.flatMap(({ kind, key }) => {
      const staying = usersOf(kind, key).filter(({ uses }) => !uses.some((id) => goneEnds.has(id)));
      if (kind !== "transformation" || staying.length === 0) return [];
      const names = staying.map(({ id }) => id).join(", ");
      return [`${labelOf(kind, key)} cannot be deleted: connection ${names} uses it, and has no name.`];
    }),
  };
}

/** What the product or a provider makes by itself stays as it is. */
function fitted(wanted: Things[Kind], there: Things[Kind]): Things[Kind] {
  if (!("config" in wanted) || !("config" in there)) return wanted;
  const { auth, auth_type } = there.config;
  const own = wanted.config.auth;
  const isSameMethod = wanted.type === there.type && wanted.config.auth_type === auth_type;
  const withAuth = (kept: { auth: Auth; auth_type?: typeof auth_type }) =>
    // Safe: the settings are those of this very thing.
    ({ ...wanted, config: { ...wanted.config, ...kept } }) as Things[Kind];
  if (own === KEPT)
    return wanted.type === there.type ? withAuth({ auth, auth_type }) : withAuth({ auth: null });
  if (!isFields(own) || !isSameMethod) return wanted;
  if (auth === HIDDEN) return withAuth({ auth });
  return isFields(auth) ? withAuth({ auth: withOwnSecrets(own, auth) }) : wanted;
}

/** A signing secret that the file leaves to Posthorn, and the refresh token that the provider replaces with every use. */
export function withOwnSecrets(wanted: Fields, there: Fields): Fields {
  const { signing_secret, refresh_token } = there;
  return {
    ...wanted,
    ...("key" in wanted &&
      signing_secret !== undefined &&
      wanted["signing_secret"] === undefined && { signing_secret }),
    ...(refresh_token !== undefined && { refresh_token }),
  };
}

function hidesAuth(thing: Things[Kind] | undefined): boolean {
  return thing !== undefined && "config" in thing && thing.config.auth === HIDDEN;
}

function withoutKept(thing: Things[Kind]): Fields {
  const isKept = "config" in thing && thing.config.auth === KEPT;
  return isKept ? { ...thing, config: { ...thing.config, auth: null } } : { ...thing };
}

function notesOfNew(thing: Things[Kind]): string[] {
  if (!("paused" in thing) || (!thing.paused && !thing.disabled)) return [];
  const end = thing.disabled ? "disabled" : "paused";
  return [`is made first and ${end} then: requests of that moment become events`];
}

function notesOfChange(kind: Kind, changes: readonly FieldChange[]): string[] {
  const isNowDisabled = changes.some(({ path: [field], after }) => field === "disabled" && after === true);
  if (!isNowDisabled || kind === "issue_trigger") return [];
  return [
    kind === "connection"
      ? "cancels its pending events"
      : "disables its connections, and cancels their pending events",
  ];
}

const ANEW = "Give the one of the file another name; --prune deletes the old one.";

function obstaclesOf({ kind, key, changes }: Step): string[] {
  const label = labelOf(kind, key);
  const of = (field: string) => changes.find(({ path }) => path[0] === field);
  const destination = kind === "connection" ? of("destination") : undefined;
  if (destination)
    return [
      `${label} goes to ${String(destination.before)}, and a connection cannot change its destination. ${ANEW}`,
    ];
  if (kind !== "issue_trigger") return [];
  const type = of("type");
  if (type)
    return [`${label} has the type ${String(type.before)}, and a trigger cannot change its type. ${ANEW}`];
  return changes.some(({ path, after }) => path[1] === "excluded_rejection_causes" && after === undefined)
    ? [`${label} excludes causes, and the API cannot take that back. ${ANEW}`]
    : [];
}

export function countsOf({ steps }: Plan): Record<Step["act"], number> {
  const counts = { add: 0, change: 0, delete: 0 };
  for (const { act } of steps) counts[act]++;
  return counts;
}
