/**
 * Which values tell these payloads apart? For lists to choose from, in which ids say nothing to a person.
 *
 * What names the kind of a payload comes first, such as `type` in the body or a topic in the headers. If several are of
 * one kind, the first value of the body that differs follows. Pure.
 */
import type { ShortEventData } from "@posthorn/contract/requests";

type Payload = Pick<ShortEventData, "headers" | "body">;

const KIND_FIELDS = ["type", "event", "event_type", "topic", "action", "kind"];
const KIND_HEADER = /(?:^|-)(?:topic|event|event-type)$/;
const DEEPEST = 3;
/** More fields of one body than anybody compares. */
const MOST_FIELDS = 100;
const LONGEST_VALUE = 40;

/** One text for each payload, in their order; empty if nothing tells it apart. */
export function tellingValues(payloads: readonly (Payload | null | undefined)[]): string[] {
  const kinds = payloads.map((payload) => (payload ? kindOf(payload) : null));
  const fields = payloads.map((payload) => fieldsOf(payload?.body));
  const alike = [...Map.groupBy(fields, (_, at) => kinds[at]).values()];
  const name = firstThatDiffers(alike);
  return payloads.map((_, at) => {
    const value = name === undefined ? undefined : fields[at]?.get(name);
    const shown = value === undefined ? null : `${name} ${value}`;
    return [kinds[at], shown].filter((part) => part !== null).join(" · ");
  });
}

function kindOf({ headers, body }: Payload): string | null {
  const ofBody = isRecord(body) ? KIND_FIELDS.map((name) => body[name]) : [];
  const ofHeaders = Object.entries(headers).map(([name, value]) =>
    KIND_HEADER.test(name.toLowerCase()) ? value : null,
  );
  const kind = [...ofBody, ...ofHeaders].find((value) => typeof value === "string" && value !== "");
  return typeof kind === "string" ? cut(kind) : null;
}

/** The plain values of a body by their paths, in their order. */
function fieldsOf(body: unknown): Map<string, string> {
  const found = new Map<string, string>();
  const collect = (value: unknown, path: string, depth: number) => {
    if (found.size >= MOST_FIELDS) return;
    if (isRecord(value)) {
      if (depth === DEEPEST) return;
      for (const [name, inner] of Object.entries(value))
        collect(inner, path === "" ? name : `${path}.${name}`, depth + 1);
    } else if (path !== "" && ["string", "number", "boolean"].includes(typeof value))
      found.set(path, cut(String(value)));
  };
  collect(body, "", 0);
  return found;
}

type Fields = ReadonlyMap<string, string>;

/** The first name with different values in one of the groups. */
function firstThatDiffers(groups: readonly (readonly Fields[])[]): string | undefined {
  const names = new Set(groups.flat().flatMap((one) => Array.from(one.keys())));
  return [...names].find((name) => groups.some((group) => differsIn(group, name)));
}

function differsIn(group: readonly Fields[], name: string): boolean {
  return new Set(group.map((one) => one.get(name))).size > 1;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function cut(text: string): string {
  return text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE)}…` : text;
}
