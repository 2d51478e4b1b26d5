/**
 * How many columns does a text take on a terminal?
 *
 * Characters of East Asia and emoji take two, marks on letters none. Terminals disagree about characters that are drawn together:
 * one shows a family as one picture of two columns, another its four people beside each other, and so it is with letters of India.
 * Each counts alone here. If a terminal draws them together, the text ends earlier and leaves a gap; had we counted them
 * together, the text would run over what stands beside it.
 */
import stringWidth from "string-width";

/** Most text is plain; finding out costs less than counting. */
const PLAIN = /^[\u0020-\u007e]*$/;
/** So is most text of East Asia. */
const WIDE = /^[\u3041-\u3096\u30a1-\u30fa\u4e00-\u9fff\uac00-\ud7a3]*$/;
/** A mark that stands beside its letter. */
const SPACING_MARK = /^\p{Mc}$/u;
/** Draws the character before it as emoji, which takes two columns. */
const AS_EMOJI = "\ufe0f";

/** `text` has been made printable. */
export function widthOf(text: string): number {
  if (PLAIN.test(text)) return text.length;
  if (WIDE.test(text)) return text.length * 2;
  let columns = 0;
  let last = 0;
  for (const character of text) {
    last = columnsOf(character, last);
    columns += last;
  }
  return columns;
}

function columnsOf(character: string, columnsBefore: number): number {
  if (character === AS_EMOJI) return columnsBefore === 1 ? 1 : 0;
  return SPACING_MARK.test(character) ? 1 : stringWidth(character);
}
