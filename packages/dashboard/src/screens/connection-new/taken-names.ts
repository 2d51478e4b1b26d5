/**
 * Is the name that a person types already taken? The form asks the server when the person pauses.
 *
 * The query cache keeps the answers. `takenNames` only reads the cache, so that validation never waits for the
 * network. If it misses a taken name, the server refuses to save.
 */
import { useQueries, type QueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { nameIsUsedQuery, type NameQuestion } from "../../resources/names/name-queries.ts";
import type { ConnectionFormValues } from "./connection-form.ts";

const RESTS_AFTER_MS = 300;

export const NAME_FIELDS = ["source_name", "destination_name", "name"] as const;
export type NameField = (typeof NAME_FIELDS)[number];

/** The questions to ask for a form. The connections of a new source cannot have taken a name yet. */
function nameQuestions(values: ConnectionFormValues): { field: NameField; question: NameQuestion }[] {
  const questions: { field: NameField; question: NameQuestion }[] = [];
  if (values.source_choice === "new" && values.source_name !== "")
    questions.push({ field: "source_name", question: { kind: "source", name: values.source_name } });
  if (values.destination_choice === "new" && values.destination_name !== "")
    questions.push({
      field: "destination_name",
      question: { kind: "destination", name: values.destination_name },
    });
  if (values.name !== "" && values.source_choice === "existing" && values.source_id !== "")
    questions.push({
      field: "name",
      question: { kind: "connection", name: values.name, source_id: values.source_id },
    });
  return questions;
}

/** The fields whose names are taken, as far as the cache knows. */
export function takenNames(client: QueryClient, values: ConnectionFormValues): NameField[] {
  return nameQuestions(values)
    .filter(({ question }) => client.getQueryData(nameIsUsedQuery(question).queryKey)?.used)
    .map(({ field }) => field);
}

/** Asks about the names when the person pauses. Returns the fields whose names are taken, separated by spaces. */
export function useNameAnswers(values: ConnectionFormValues): string {
  const asked = JSON.stringify(nameQuestions(values));
  const [rested, setRested] = useState(asked);
  useEffect(() => {
    const timer = window.setTimeout(() => setRested(asked), RESTS_AFTER_MS);
    return () => window.clearTimeout(timer);
  }, [asked]);
  // Safe: `rested` is an earlier value of `asked`.
  const questions = JSON.parse(rested) as ReturnType<typeof nameQuestions>;
  return useQueries({
    queries: questions.map(({ question }) => nameIsUsedQuery(question)),
    combine: (answers) =>
      questions
        .filter((_question, at) => answers[at]?.data?.used)
        .map(({ field }) => field)
        .join(" "),
  });
}
