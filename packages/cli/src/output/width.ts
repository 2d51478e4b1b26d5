/** How many columns does a text take on a terminal? Characters of East Asia and emoji take two, marks on letters none. */
import stringWidth from "string-width";

/** Most text is plain; finding out costs less than counting. */
const PLAIN = /^[\u0020-\u007e]*$/;

/** `text` has been made printable. */
export function widthOf(text: string): number {
  return PLAIN.test(text) ? text.length : stringWidth(text);
}
