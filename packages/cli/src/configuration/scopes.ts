/** Which fields of an issue trigger name things, and of which section of the file? */
export const SCOPES: Readonly<
  Record<string, "transformations" | "sources" | "destinations" | "connections" | undefined>
> = {
  connections: "connections",
  transformations: "transformations",
  destinations: "destinations",
  sources: "sources",
};
