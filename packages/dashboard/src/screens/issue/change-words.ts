/**
 * How is a change told in a sentence? "Ada changed the URL of orders-api", "12 minutes before".
 *
 * Pure: the list of what changed around an issue shows these words with a link to the subject.
 */
import type { Change, ChangedField } from "@posthorn/contract/changes";
import { fieldName } from "../../resources/audit-log/field-names.ts";
import { durationText } from "../../ui/form/duration.ts";

const SUBJECTS: Readonly<Record<Change["subject"]["type"], string>> = {
  source: "source",
  destination: "destination",
  connection: "connection",
  transformation: "transformation",
  issue_trigger: "issue trigger",
};

/** How a value of a field is written. A field without a value has "none". */
function valueText(name: string, value: string | null | undefined): string {
  if (value == null) return "none";
  if (name === "configs.delay") return durationText(Number(value));
  if (name === "config.delivery_timeout") return `${value} s`;
  if (name === "config.path_forwarding_disabled") return value === "true" ? "off" : "on";
  return value;
}

/** "URL: https://a → https://b"; null if the record has only the name of the field. */
export function valuesText({ name, before, after }: ChangedField): string | null {
  if (before === undefined && after === undefined) return null;
  return `${fieldName(name)}: ${valueText(name, before)} → ${valueText(name, after)}`;
}

export function callerName({ kind, name, with_cli }: Change["by"]): string {
  const caller =
    kind === "person"
      ? (name ?? "Somebody who has left")
      : name === null
        ? "An API key that was revoked"
        : `The API key ${name}`;
  return with_cli ? `${caller}, with the CLI,` : caller;
}

function listed(words: readonly string[]): string {
  const [last = "", ...before] = words.toReversed();
  return before.length === 0 ? last : `${before.toReversed().join(", ")} and ${last}`;
}

/** What stands between the caller and the name of the subject: "changed the URL of", "paused the connection". */
export function deed({ action, subject, fields }: Pick<Change, "action" | "subject" | "fields">): string {
  if (action !== "edited") return `${action} the ${SUBJECTS[subject.type]}`;
  return `changed the ${listed(fields.map(({ name }) => fieldName(name)))} of`;
}

export function subjectName({ name, type }: Change["subject"]): string {
  return name ?? `the ${SUBJECTS[type]} without a name`;
}

const UNITS = [
  { ms: 86_400_000, word: "day" },
  { ms: 3_600_000, word: "hour" },
  { ms: 60_000, word: "minute" },
  { ms: 1000, word: "second" },
] as const;

/** "12 minutes before": how far a moment is from the one that people compare it with. */
export function distanceText(ms: number): string {
  const size = Math.abs(ms);
  const unit = UNITS.find((one) => size >= one.ms);
  if (!unit) return "at the same moment";
  const count = Math.round(size / unit.ms);
  return `${count} ${unit.word}${count === 1 ? "" : "s"} ${ms < 0 ? "before" : "after"}`;
}
