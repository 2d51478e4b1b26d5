/**
 * How is XML read that anybody may have written?
 *
 * Before a parser sees it, all is refused that opens with `<!` or `<?`: document types and entities, comments, CDATA and
 * processing instructions. No provider needs them, and they are what parsers understand differently. An element's text is all
 * of its text, and an element that must have text alone has no other elements.
 */
import { DOMParser, type XmlElement } from "@xmldom/xmldom";
import { SamlFault, UNREADABLE } from "./saml-fault.ts";

export const PROTOCOL = "urn:oasis:names:tc:SAML:2.0:protocol";
export const ASSERTION = "urn:oasis:names:tc:SAML:2.0:assertion";
export const SIGNATURE = "http://www.w3.org/2000/09/xmldsig#";

/** Enough for a person in a thousand groups. What comes after the parser takes longer with the square of the depth. */
const TAGS_MAX = 5_000;
const DEPTH_MAX = 50;
const ELEMENT_NODE = 1;
const TEXT_NODE = 3;

function stop(reason: string): never {
  throw new SamlFault(UNREADABLE, reason);
}

/** Returns the root. */
export function parseXml(text: string): XmlElement {
  if (/<[!?]/.test(text.replace(/^\s*<\?xml\s[^?<>]*\?>/, "")))
    stop("a document type, a comment, CDATA or a processing instruction");
  if (text.split("<").length > TAGS_MAX) stop("too many elements");
  const onMistake = () => stop("not well-formed");
  const errorHandler = { warning: onMistake, error: onMistake, fatalError: onMistake };
  const root = new DOMParser({ errorHandler }).parseFromString(text, "text/xml").documentElement;
  if (!root) return stop("no root");
  let level = [root];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > DEPTH_MAX) stop("too deep");
    level = level.flatMap(childrenOf);
  }
  return root;
}

export function isNamed(element: XmlElement, namespace: string, name: string): boolean {
  return element.namespaceURI === namespace && element.localName === name;
}

/** In the order of the document. */
export function childrenOf(element: XmlElement): XmlElement[] {
  // The cast is safe: the type of a node says which kind it is.
  return Array.from(element.childNodes).filter((node) => node.nodeType === ELEMENT_NODE) as XmlElement[];
}

export function childrenNamed(element: XmlElement, namespace: string, name: string): XmlElement[] {
  return childrenOf(element).filter((child) => isNamed(child, namespace, name));
}

/** Null: there is none. */
export function childNamed(element: XmlElement, namespace: string, name: string): XmlElement | null {
  const [first = null, ...more] = childrenNamed(element, namespace, name);
  if (more.length > 0) stop(`several ${name}`);
  return first;
}

/** The element itself and all below it. */
export function* allIn(root: XmlElement): Generator<XmlElement> {
  const waiting = [root];
  for (let element = waiting.pop(); element; element = waiting.pop()) {
    yield element;
    waiting.push(...childrenOf(element));
  }
}

export function textOf(element: XmlElement): string {
  if (Array.from(element.childNodes).some((node) => node.nodeType !== TEXT_NODE))
    stop(`${element.localName} is not text`);
  return (element.textContent ?? "").trim();
}

/** Null: there is none, or it is empty. */
export function attributeOf(element: XmlElement, name: string): string | null {
  return element.getAttribute(name) || null;
}
