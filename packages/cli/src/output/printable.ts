/**
 * How is a text shown that somebody else wrote?
 *
 * Names, paths and messages come from servers and senders. A control character in them could move the cursor, rewrite
 * what is on the screen, or set the title of the window, so every such text passes through here before it is printed.
 */

/** All control characters, also those of eight bits, and those that turn the direction of text around. */
// oxlint-disable-next-line no-control-regex -- they are what is looked for
const DANGEROUS = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069\u2028\u2029]/g;

/** One line. */
export function printable(text: string): string {
  return text.replace(DANGEROUS, (character) =>
    character === "\n" || character === "\t" || character === "\r" ? " " : "\ufffd",
  );
}

/** Several lines: line breaks and tabs stay. */
export function printableLines(text: string): string {
  return text
    .replaceAll("\r\n", "\n")
    .replace(DANGEROUS, (character) => (character === "\n" || character === "\t" ? character : "\ufffd"));
}
