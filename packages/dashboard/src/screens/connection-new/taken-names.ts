/**
 * Is a name that is being typed used already? Asked when the typing rests; the form's own check reads the answers.
 *
 * Answers live in the query cache. `takenNames` reads them without asking, so that validation never waits for the
 * network; what it misses that way the server refuses on saving.
 */
import { useQueries, type QueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { nameIsUsedQuery, type NameQuestion } from "../../resources/names/name-queries.ts";
import type { ConnectionFormValues } from "./connection-form.ts";

const RESTS_AFTER_MS = 300;

export const NAME_FIELDS = ["source_name", "destination_name", "name"] as const;
export type NameField = (typeof NAME_FIELDS)[number];

/** What has to be asked for a form; a new source has no connections whose names could be taken. */
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

/** The fields whose names are known to be taken. */
export function takenNames(client: QueryClient, values: ConnectionFormValues): NameField[] {
  return nameQuestions(values)
    .filter(({ question }) => client.getQueryData(nameIsUsedQuery(question).queryKey)?.used)
    .map(({ field }) => field);
}

/** Asks for the names of the form as it rests. Returns the fields whose names are taken, with a space between. */
export function useNameAnswers(values: ConnectionFormValues): string {
  const asked = JSON.stringify(nameQuestions(values));
  const [rested, setRested] = useState(asked);
  useEffect(() => {
    const timer = window.setTimeout(() => setRested(asked), RESTS_AFTER_MS);
    return () => window.clearTimeout(timer);
  }, [asked]);
  // Written by `asked`, so its shape is known.
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
