/** Which release of the client is this? The bundle holds the version of the package it was made from. */
import manifest from "../package.json" with { type: "json" };

export const VERSION: string = manifest.version;
