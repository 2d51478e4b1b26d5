/**
 * Which types of sources and which providers have the icon of a brand, and where does the browser get it?
 *
 * The catalogue names icons of simple-icons. The build draws all of them into one SVG file, one symbol for each type. A
 * page loads that file when it first shows a mark, and keeps it: no script grows with the catalogue, except by the names
 * of the types that have an icon (`virtual:brand-icons`). The providers of integrations have a file of their own
 * (`virtual:provider-icons`), because only their pages need it.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { SOURCE_TYPE_ENTRIES } from "@posthorn/contract/catalogue/source-type-entries";
import type { Plugin } from "vite";

const MODULE = /^virtual:(brand|provider)-icons$/;
/** Beside the other things that Vite prepares. From here on it is a file like any other: hashed, compressed, cached. */
const SPRITES_FOLDER = join(import.meta.dirname, "node_modules/.vite");

type Branded = readonly (readonly [name: string, icon: string])[];

/** simple-icons has no mark of Slack and of Microsoft Teams. */
export const BRANDED_PROVIDERS: Branded = [
  ["prometheus", "prometheus"],
  ["opentelemetry", "opentelemetry"],
  ["datadog", "datadog"],
  ["discord", "discord"],
  ["pagerduty", "pagerduty"],
  ["opsgenie", "opsgenie"],
];

const PATH = /<path d="([^"]+)"\/>/;
const { resolve } = createRequire(import.meta.url);

/** The outline of an icon, in a square of 24 by 24. */
export function outlineOf(icon: string): string {
  const outline = PATH.exec(readFileSync(resolve(`simple-icons/icons/${icon}.svg`), "utf8"))?.[1];
  if (outline === undefined) throw new Error(`simple-icons draws ${icon} in another way than with one path`);
  return outline;
}

/** The types with an icon, and its name. */
export function brandedTypes(): [type: string, icon: string][] {
  return Object.entries(SOURCE_TYPE_ENTRIES).flatMap(([type, { icon }]) => (icon ? [[type, icon]] : []));
}

export function spriteOf(branded: Branded): string {
  const symbols = branded.map(
    ([name, icon]) => `<symbol id="${name}" viewBox="0 0 24 24"><path d="${outlineOf(icon)}"/></symbol>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg">${symbols.join("")}</svg>`;
}

export function brandIcons(): Plugin {
  return {
    name: "posthorn-brand-icons",
    resolveId: { filter: { id: MODULE }, handler: (id) => id },
    load: {
      filter: { id: MODULE },
      handler(id) {
        const isOfProviders = id === "virtual:provider-icons";
        const branded = isOfProviders ? BRANDED_PROVIDERS : brandedTypes();
        const file = join(SPRITES_FOLDER, isOfProviders ? "provider-icons.svg" : "brand-icons.svg");
        mkdirSync(SPRITES_FOLDER, { recursive: true });
        writeFileSync(file, spriteOf(branded));
        const names = branded.map(([name]) => name).join(" ");
        return {
          code: `export { default as SPRITE_URL } from ${JSON.stringify(`${file}?url`)};
export const BRANDED = /*@__PURE__*/ new Set(${JSON.stringify(names)}.split(" "));`,
          moduleSideEffects: false,
        };
      },
    },
  };
}
