/**
 * Which bytes had a body? The API returns bodies as text, in which bytes that are no text become replacement characters.
 *
 * Only such a text is loaded again as bytes: nearly all bodies are text, and the page has that already.
 */
const REPLACEMENT = "\ufffd";

export async function exactBody(
  text: string,
  loadBytes: () => Promise<Uint8Array>,
): Promise<string | Uint8Array> {
  return text.includes(REPLACEMENT) ? loadBytes() : text;
}
