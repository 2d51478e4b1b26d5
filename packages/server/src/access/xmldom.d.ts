/**
 * What of @xmldom/xmldom do we use?
 *
 * In the place of its own types (tsconfig.json), because they make every name of a browser known to the whole server.
 */
declare module "@xmldom/xmldom" {
  export interface XmlNode {
    readonly nodeType: number;
    readonly childNodes: ArrayLike<XmlNode>;
    readonly parentNode: XmlNode | null;
    readonly textContent: string | null;
  }

  export interface XmlElement extends XmlNode {
    readonly localName: string;
    readonly namespaceURI: string | null;
    /** "" if there is none. */
    getAttribute: (name: string) => string;
  }

  /** Reports what is not well-formed, and goes on unless this throws. */
  type OnMistake = (message: string) => void;

  export class DOMParser {
    constructor(options: { errorHandler: Record<"warning" | "error" | "fatalError", OnMistake> });
    parseFromString(text: string, type: "text/xml"): { documentElement: XmlElement | null };
  }
}
