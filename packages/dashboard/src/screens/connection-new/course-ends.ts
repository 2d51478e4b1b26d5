/** How does the course of a request begin and end, as the form is filled in now? Pure. */
import type { Destination } from "@posthorn/contract/destinations";
import type { Source } from "@posthorn/contract/sources";
import { destinationMistakes } from "../../resources/destinations/destination-form.ts";
import { destinationPlace } from "../../resources/destinations/destination-place.ts";
import type { Choices } from "../../resources/pickers/use-choices.ts";
import type { CourseEnd } from "../../resources/rules/request-course.tsx";
import { newSourceMistakes, sourceInputOf } from "../../resources/sources/source-form.ts";
import { answerWords, receivingWords } from "../../resources/sources/source-words.ts";
import type { ConnectionFormValues } from "./connection-form.ts";

/** What the form knows beside its values. */
interface Known<Model> extends Pick<Choices<Model>, "chosen" | "isChosenGone"> {
  /** The form shows a mistake in this end. The values alone do not tell all, such as a name that is taken. */
  hasMistake: boolean;
}

const NO_NAME = "has no name yet";
const NOT_VALID = "not valid yet";

export function sourceEnd(
  { source_choice, source_id, source }: ConnectionFormValues,
  { chosen, isChosenGone, hasMistake }: Known<Source>,
): CourseEnd {
  if (source_choice === "existing") {
    if (chosen) return { name: chosen.name, does: receivingWords(chosen) };
    return { name: "Source", does: whyNone(source_id, isChosenGone) };
  }
  const wrong = newSourceMistakes(source).map(({ path }) => path[0]);
  return {
    name: source.name === "" ? "New source" : source.name,
    does: whatIsWrong(wrong, hasMistake) ?? answerWords(sourceInputOf(source).config?.custom_response),
  };
}

export function destinationEnd(
  { destination_choice, destination_id, destination }: ConnectionFormValues,
  { chosen, isChosenGone, hasMistake }: Known<Destination>,
): CourseEnd {
  if (destination_choice === "existing") {
    if (chosen) return { name: chosen.name, does: destinationPlace(chosen) };
    return { name: "Destination", does: whyNone(destination_id, isChosenGone) };
  }
  const { name, type, url, path } = destination;
  const wrong = destinationMistakes(destination).map(([at]) => at[0]);
  const urlMistake = url.trim() === "" ? "has no URL yet" : "URL not valid yet";
  return {
    name: name === "" ? "New destination" : name,
    does: wrong.includes("url")
      ? urlMistake
      : (whatIsWrong(wrong, hasMistake) ??
        destinationPlace({ type, config: { url: url.trim(), path: path.trim() } })),
  };
}

/** Null if nothing is. `wrong`: the fields that are missing or wrong. */
function whatIsWrong(wrong: readonly unknown[], hasMistake: boolean): string | null {
  if (wrong.some((field) => field !== "name")) return NOT_VALID;
  if (wrong.length > 0) return NO_NAME;
  return hasMistake ? NOT_VALID : null;
}

function whyNone(chosenId: string, isGone: boolean): string {
  if (chosenId === "") return "not chosen yet";
  return isGone ? "does not exist" : "not loaded yet";
}
