/** Which keys are there, and what is kept? The page `?`. */
import { sizeText } from "./event-lines.ts";
import { counted } from "./list-lines.ts";
import { type Line, fill, indented, piece, spaces, wrapWords } from "./pieces.ts";
import type { View } from "./view.ts";

const HELP: readonly (readonly [string, string])[] = [
  ["↑ ↓  j k", "select an event; the newest is selected until you do"],
  ["g  G", "the newest, the oldest"],
  ["Enter", "the whole event; ← → go to its neighbours, Esc goes back"],
  ["tab", "request or response"],
  ["J  K  space", "scroll in the event"],
  ["r", "send the event to your server again"],
  ["o", "open the event in the dashboard"],
  ["c", "copy the request as a cURL command"],
  ["/", "search in paths, headers, bodies, statuses and ids"],
  ["f", "all events, only those that failed, or those of one source"],
  ["Esc", "take away a message, the search, the filter"],
  ["Ctrl-L", "draw the screen again"],
  ["q  Ctrl-C", "quit"],
];

export function helpLines({ limits, columns }: View): Line[] {
  const kept =
    `Kept here: the last ${counted(limits.events)} events, of each body the first ${sizeText(limits.bodyBytes)}, ` +
    `and ${sizeText(limits.allBytes)} of bodies in all. The dashboard has everything.`;
  return [
    ...HELP.flatMap(([keys, about]) =>
      wrapWords(about, "plain", columns - 16).map((line, at) =>
        [fill(at === 0 ? [spaces(1), piece(keys, "bold")] : [], 15), line].flat(),
      ),
    ),
    [],
    ...wrapWords(kept, "dim", columns - 2).map((line) => indented(line, 1)),
  ];
}
