import type { Scope } from "@posthorn/contract/issue-triggers";
import { fitsPattern } from "@posthorn/contract/name-pattern";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { type ScopedTrigger, type Subject, mostSpecific } from "./scope.ts";

/** Which of the triggers names a subject, and is narrower than all others that do? Slow and plain. */
function chosenSlowly(triggers: readonly ScopedTrigger[], { id, name }: Subject): string | null {
  let best: { rank: string; id: string } | null = null;
  for (const trigger of triggers) {
    const rank = rankOf(trigger.scope);
    if (rank !== null && (best === null || rank > best.rank || (rank === best.rank && trigger.id > best.id)))
      best = { rank, id: trigger.id };
  }
  return best?.id ?? null;

  /** Grows with the narrowness, as a text. Null: it does not name the subject. */
  function rankOf(scope: Scope): string | null {
    if (typeof scope !== "string") return scope.includes(id) ? "by id" : null;
    const parts = scope.split(",");
    const taken = parts.filter((part) => part.startsWith("!")).map((part) => part.slice(1));
    if (taken.some((part) => toRegExp(part).test(name))) return null;
    const named = parts.filter((part) => !part.startsWith("!"));
    const fitting = named.filter((part) => toRegExp(part).test(name));
    if (named.length > 0 && fitting.length === 0) return null;
    const fixed = Math.max(0, ...fitting.map((part) => part.replaceAll("*", "").length));
    const isWhole = fitting.includes(name);
    return `${digits(fixed)} ${isWhole ? 1 : 0} ${digits(taken.join("").replaceAll("*", "").length)}`;
  }
}
const digits = (number: number) => String(number).padStart(4, "0");
const toRegExp = (part: string) => new RegExp(`^${part.replaceAll("*", ".*")}$`);

const NAMES = ["a", "ab", "abc", "b", "ba"];
const pattern = fc
  .array(
    fc.record({
      text: fc.constantFrom("*", "a*", "ab*", "*b", "*b*", "a", "ab", "abc", "b", "ba"),
      isUnwanted: fc.boolean(),
    }),
    { minLength: 1, maxLength: 3 },
  )
  .map((parts) => parts.map(({ text, isUnwanted }) => (isUnwanted ? "!" : "") + text).join(","));
const scopes = fc.array(fc.oneof(pattern, fc.subarray([...NAMES], { minLength: 1 })), { maxLength: 6 });

test("of any triggers, the one is chosen that a slow model chooses", () => {
  fc.assert(
    fc.property(scopes, fc.constantFrom(...NAMES), (written, name) => {
      const triggers = written.map((scope, at) => ({
        id: digits(at),
        scope: typeof scope === "string" ? scope : scope.map((one) => `web_${one}`),
      }));
      const subject = { id: `web_${name}`, name };

      expect(mostSpecific(triggers, subject)?.id ?? null).toBe(chosenSlowly(triggers, subject));
    }),
    { numRuns: 1_000 },
  );
});

/** Slow and plain: tries every way to read each asterisk. */
function fitsSlowly(part: string, name: string): boolean {
  if (part === "") return name === "";
  if (part[0] === "*")
    return fitsSlowly(part.slice(1), name) || (name !== "" && fitsSlowly(part, name.slice(1)));
  return name !== "" && part[0] === name[0] && fitsSlowly(part.slice(1), name.slice(1));
}

const textOf = (...letters: string[]) =>
  fc.array(fc.constantFrom(...letters), { maxLength: 6 }).map((chosen) => chosen.join(""));

test("a pattern fits what a slow model says", () => {
  const part = fc.record({ isUnwanted: fc.boolean(), text: textOf("a", "b", "*") });
  fc.assert(
    fc.property(fc.array(part, { maxLength: 4 }), textOf("a", "b"), (parts, name) => {
      const joined = parts
        .map(({ isUnwanted, text: written }) => (isUnwanted ? "!" : "") + written)
        .join(", ");
      const said = parts.filter((one) => one.text !== "");
      const wanted = said.filter(({ isUnwanted }) => !isUnwanted);
      const fitsOne = (some: typeof parts) => some.some((one) => fitsSlowly(one.text, name));
      const isWanted = wanted.length === 0 ? said.length > 0 : fitsOne(wanted);

      expect(fitsPattern(joined, name)).toBe(isWanted && !fitsOne(said.filter((one) => one.isUnwanted)));
    }),
    { numRuns: 500 },
  );
});

const orders = { id: "web_orders", name: "prod-orders" };

test.each([
  ["nobody names it", [{ id: "1", scope: "stage-*" }], null],
  ["one names it", [{ id: "1", scope: "*" }], "1"],
  [
    "a narrower pattern wins",
    [
      { id: "1", scope: "prod-*" },
      { id: "2", scope: "*" },
    ],
    "1",
  ],
  [
    "an id wins over every pattern",
    [
      { id: "1", scope: ["web_orders", "web_other"] },
      { id: "2", scope: "prod-orders" },
    ],
    "1",
  ],
  [
    "a name wins over a pattern of several long parts",
    [
      { id: "1", scope: "prod-orders" },
      { id: "2", scope: "prod-*,something-quite-different,stage-*" },
    ],
    "1",
  ],
  [
    "of two alike the younger wins",
    [
      { id: "1", scope: "*" },
      { id: "2", scope: "*" },
    ],
    "2",
  ],
  [
    "a pattern that takes it away does not count",
    [
      { id: "1", scope: "*" },
      { id: "2", scope: "prod-*,!*-orders" },
    ],
    "1",
  ],
])("%s", (_what, triggers, expected) => {
  expect(mostSpecific(triggers, orders)?.id ?? null).toBe(expected);
});
