/**
 * Which sources, connections, destinations and transformations have a name with these words? The palette asks while a
 * person types.
 *
 * The server searches, so that it finds one of thousands. A name that begins with what was typed comes first.
 */
import { searchConnections } from "@posthorn/contract/connections";
import { listDestinations } from "@posthorn/contract/destinations";
import { NAME_MAX_CHARACTERS } from "@posthorn/contract/limits";
import { listSources } from "@posthorn/contract/sources";
import { listTransformations } from "@posthorn/contract/transformations";
import { keepPreviousData, queryOptions, skipToken } from "@tanstack/react-query";
import { call } from "../api/call.ts";
import { routeWithName } from "../connections/route-words.ts";
import { namedListQueryOf } from "../named-lists/named-list-url.ts";

/** A single letter is in nearly every name. */
const LEAST_CHARACTERS = 2;
const FOUND_AT_MOST = 6;
const FRESH_MS = 30_000;

export interface FoundByName {
  /** `Sources` */
  label: string;
  things: { id: string; label: string }[];
}

function named({ models }: { models: readonly { id: string; name: string }[] }): FoundByName["things"] {
  return models.map(({ id, name }) => ({ id, label: name }));
}

/** Those in which the text stands further ahead come first; of the others, the order of the server stays. */
function best(text: string, labelled: FoundByName["things"]): FoundByName["things"] {
  const at = (label: string) => {
    const index = label.toLowerCase().indexOf(text.toLowerCase());
    return index === -1 ? label.length : index;
  };
  return labelled.toSorted((a, b) => at(a.label) - at(b.label)).slice(0, FOUND_AT_MOST);
}

async function findByName(text: string, signal: AbortSignal): Promise<FoundByName[]> {
  const [sources, connections, destinations, transformations] = await Promise.all([
    call(listSources, { query: namedListQueryOf("source", { search: text }), signal }).then(named),
    call(searchConnections, {
      query: { search: text, disabled: true, order_by: "full_name", dir: "asc", limit: 50 },
      signal,
    }).then(({ models }) => models.map((one) => ({ id: one.id, label: routeWithName(one) }))),
    call(listDestinations, { query: namedListQueryOf("destination", { search: text }), signal }).then(named),
    call(listTransformations, { query: namedListQueryOf("transformation", { search: text }), signal }).then(
      named,
    ),
  ]);
  return [
    { label: "Sources", things: best(text, sources) },
    { label: "Connections", things: best(text, connections) },
    { label: "Destinations", things: best(text, destinations) },
    { label: "Transformations", things: best(text, transformations) },
  ];
}

/** A text that is too short asks nothing. */
export function foundByNameQuery(typed: string) {
  const text = typed.trim().slice(0, NAME_MAX_CHARACTERS);
  const isShort = text.length < LEAST_CHARACTERS;
  return queryOptions({
    queryKey: ["found-by-name", text],
    queryFn: isShort ? skipToken : ({ signal }) => findByName(text, signal),
    staleTime: FRESH_MS,
    ...(!isShort && { placeholderData: keepPreviousData }),
  });
}
