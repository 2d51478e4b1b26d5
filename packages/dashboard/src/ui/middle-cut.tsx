/**
 * A name in the room that there is. If it has to be cut, it is cut in the middle: names that begin alike mostly differ at
 * their end (`orders-production-eu-we…primary-2`).
 *
 * Only the first part of a name can be shortened by the style sheet, so a long name is drawn in two parts. Assistive
 * technology and the clipboard get the whole name.
 */
import { cx } from "class-variance-authority";
import type { PointerEvent } from "react";

/** How many characters at the end always stay. */
const END_CHARACTERS = 9;

/** A shorter name is cut at its end, if at all: two parts of it would say no more. */
const LONG_CHARACTERS = 2 * END_CHARACTERS;

/** The tooltip of a link that covers its box: the whole name, where the box may show less. */
export function wholeIfLong(text: string): string | undefined {
  return text.length > LONG_CHARACTERS ? text : undefined;
}

/** The tooltip says what cannot be read: a name that is shown as a whole has none. */
function offerWhole({ currentTarget: box }: PointerEvent<HTMLElement>, text: string): void {
  const [, start] = box.children;
  if (start && start.scrollWidth > start.clientWidth) box.dataset["tooltip"] = text;
  else delete box.dataset["tooltip"];
}

export function MiddleCut({ text, className }: { text: string; className?: string }) {
  if (text.length <= LONG_CHARACTERS) return <span className={cx("block truncate", className)}>{text}</span>;
  return (
    <span
      className={cx("relative flex min-w-0", className)}
      onPointerEnter={(pointer) => offerWhole(pointer, text)}
    >
      <span className="sr-only">{text}</span>
      <span aria-hidden className="truncate select-none">
        {text.slice(0, -END_CHARACTERS)}
      </span>
      <span aria-hidden className="shrink-0 select-none">
        {text.slice(-END_CHARACTERS)}
      </span>
    </span>
  );
}
