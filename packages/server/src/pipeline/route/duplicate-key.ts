/**
 * Which requests are the same to a deduplicate rule?
 *
 * Those with the same key: a hash of the whole request except its headers, of the named fields, or of all but the
 * named fields. The rule itself is part of the hash, so a changed rule starts without duplicates.
 */
import { createHash } from "node:crypto";
import { FILTER_PARTS, type DeduplicateRule, type FilterPart } from "@posthorn/contract/rules";
import type { RequestView } from "./request-view.ts";

/** `null` stands for every element of a list. */
type Step = string | number | null;

interface FieldPath {
  part: FilterPart;
  steps: Step[];
}

/** The parts that identify a request; headers differ between two tries of the same sender. */
const WHOLE_REQUEST: readonly FilterPart[] = ["body", "path", "query"];

export function duplicateKeyOf(rule: DeduplicateRule): (view: RequestView) => Buffer {
  const ruleText = JSON.stringify([rule.window, rule.include_fields ?? null, rule.exclude_fields ?? null]);
  const hash = () => createHash("sha256").update(ruleText);
  if (rule.include_fields) {
    const fields = rule.include_fields.map(parseFieldPath);
    return (view) =>
      hash()
        .update(JSON.stringify(fields.map((field) => valueAt(view, field))))
        .digest();
  }
  if (rule.exclude_fields) {
    const fields = rule.exclude_fields.map(parseFieldPath);
    return (view) =>
      hash()
        .update(JSON.stringify(withoutFields(view, fields)))
        .digest();
  }
  return ({ payload, content }) =>
    hash()
      .update(JSON.stringify([payload.path, payload.query]))
      .update(content ?? "")
      .digest();
}

function parseFieldPath(text: string): FieldPath {
  const part = FILTER_PARTS.find(
    (name) => text === name || (/^[.[]/.test(text.slice(name.length)) && text.startsWith(name)),
  );
  if (!part) throw new Error(`"${text}" is in no part of a request`); // the contract admits no such path
  const steps = [...text.slice(part.length).matchAll(/\.([^.[\]]+)|\[(\*|\d+)\]/g)].map(
    ([, name, index]): Step => name ?? (index === "*" ? null : Number(index)),
  );
  return { part, steps };
}

/** A missing value counts as empty text, lists and objects as their JSON. */
function valueAt(view: RequestView, { part, steps }: FieldPath): unknown {
  // Every view has header names in lower case.
  const wanted =
    part === "headers" ? steps.map((step) => (typeof step === "string" ? step.toLowerCase() : step)) : steps;
  const value = follow(view.part(part), wanted);
  if (value === undefined || value === null) return value ?? "";
  return typeof value === "object" ? JSON.stringify(value) : value;
}

function follow(value: unknown, steps: readonly Step[]): unknown {
  const [step, ...rest] = steps;
  if (step === undefined) return value;
  if (step === null)
    return Array.isArray(value) ? value.map((element: unknown) => follow(element, rest) ?? "") : undefined;
  return hasKey(value, step) ? follow(value[step], rest) : undefined;
}

function hasKey(value: unknown, key: string | number): value is Record<string | number, unknown> {
  return typeof value === "object" && value !== null && Object.hasOwn(value, key);
}

function withoutFields(view: RequestView, fields: readonly FieldPath[]): unknown[] {
  return WHOLE_REQUEST.map((part) => {
    const excluded = fields.filter((field) => field.part === part).map((field) => field.steps);
    return without(view.part(part), excluded);
  });
}

/** A copy without the values that the paths lead to; `undefined` where a path ends here. */
function without(value: unknown, paths: readonly (readonly Step[])[]): unknown {
  if (paths.length === 0) return value;
  if (paths.some((steps) => steps.length === 0)) return undefined;
  if (Array.isArray(value)) {
    return value.map((element: unknown, index) =>
      without(
        element,
        paths.filter(([step]) => step === null || step === index).map((steps) => steps.slice(1)),
      ),
    );
  }
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      without(
        inner,
        paths.filter(([step]) => step === name).map((steps) => steps.slice(1)),
      ),
    ]),
  );
}
