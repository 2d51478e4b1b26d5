/**
 * Which sources, connections, destinations and transformations have a name with these words? The palette asks while a
 * person types.
 *
 * A name that begins with what was typed comes first.
 */
import { keepPreviousData, queryOptions, skipToken } from "@tanstack/react-query";
import { routeWithName } from "../connections/route-words.ts";
import { SEARCHES, searchedText } from "../pickers/search-by-words.ts";

/** A single letter is in nearly every name. */
const LEAST_CHARACTERS = 2;
/** Of these, the palette shows the best. */
const LOOKED_AT = 50;
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

async function findByName(search: string, signal: AbortSignal): Promise<FoundByName[]> {
  const asked = { search, limit: LOOKED_AT };
  const [sources, connections, destinations, transformations] = await Promise.all([
    SEARCHES.source(asked, signal).then(named),
    SEARCHES.connection(asked, signal).then(({ models }) =>
      models.map((one) => ({ id: one.id, label: routeWithName(one) })),
    ),
    SEARCHES.destination(asked, signal).then(named),
    SEARCHES.transformation(asked, signal).then(named),
  ]);
  return [
    { label: "Sources", things: best(search, sources) },
    { label: "Connections", things: best(search, connections) },
    { label: "Destinations", things: best(search, destinations) },
    { label: "Transformations", things: best(search, transformations) },
  ];
}

/** A text that is too short asks nothing. */
export function foundByNameQuery(typed: string) {
  const text = searchedText(typed);
  const isShort = text.length < LEAST_CHARACTERS;
  return queryOptions({
    queryKey: ["found-by-name", text],
    queryFn: isShort ? skipToken : ({ signal }) => findByName(text, signal),
    staleTime: FRESH_MS,
    ...(!isShort && { placeholderData: keepPreviousData }),
  });
}
