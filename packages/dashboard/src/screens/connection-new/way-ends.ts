/** How does the way of a request begin and end, as the form is filled in now? Pure. */
import type { Destination } from "@posthorn/contract/destinations";
import type { Source } from "@posthorn/contract/sources";
import { destinationMistakes } from "../../resources/destinations/destination-form.ts";
import { destinationPlace } from "../../resources/destinations/destination-place.ts";
import type { WayEnd } from "../../resources/rules/request-way.tsx";
import { newSourceMistakes, sourceInputOf } from "../../resources/sources/source-form.ts";
import { answerWords, receivingWords } from "../../resources/sources/source-words.ts";
import type { ConnectionFormValues } from "./connection-form.ts";
import type { Ends } from "./use-ends.ts";

const NO_NAME = "has no name yet";
const NOT_VALID = "not valid yet";

export function sourceEnd(
  { source_choice, source_id, source }: ConnectionFormValues,
  sources: Pick<Ends<Source>, "models" | "isChosenGone">,
): WayEnd {
  if (source_choice === "existing") {
    const chosen = sources.models.find(({ id }) => id === source_id);
    if (chosen) return { name: chosen.name, does: receivingWords(chosen) };
    return { name: "Source", does: whyNone(source_id, sources.isChosenGone) };
  }
  const wrong = newSourceMistakes(source).map(({ path }) => path[0]);
  return {
    name: source.name === "" ? "New source" : source.name,
    does: wrong.some((field) => field !== "name")
      ? NOT_VALID
      : wrong.length > 0
        ? NO_NAME
        : answerWords(sourceInputOf(source).config?.custom_response),
  };
}

export function destinationEnd(
  { destination_choice, destination_id, destination }: ConnectionFormValues,
  destinations: Pick<Ends<Destination>, "models" | "isChosenGone">,
): WayEnd {
  if (destination_choice === "existing") {
    const chosen = destinations.models.find(({ id }) => id === destination_id);
    if (chosen) return { name: chosen.name, does: destinationPlace(chosen) };
    return { name: "Destination", does: whyNone(destination_id, destinations.isChosenGone) };
  }
  const { name, type, url, path } = destination;
  const wrong = destinationMistakes(destination).map(([at]) => at[0]);
  const place = destinationPlace({ type, config: { url: url.trim(), path: path.trim() } });
  return {
    name: name === "" ? "New destination" : name,
    does: wrong.includes("url")
      ? url.trim() === ""
        ? "has no URL yet"
        : "URL not valid yet"
      : wrong.some((field) => field !== "name")
        ? NOT_VALID
        : wrong.length > 0
          ? NO_NAME
          : place,
  };
}

function whyNone(chosenId: string, isGone: boolean): string {
  if (chosenId === "") return "not chosen yet";
  return isGone ? "does not exist" : "not loaded yet";
}
