/**
 * Which types of sources have the icon of a brand, and where does the browser get it?
 *
 * The catalogue names icons of simple-icons. The build draws all of them into one SVG file, one symbol for each type. A
 * page loads that file when it first shows a mark, and keeps it: no script grows with the catalogue, except by the names
 * of the types that have an icon (`virtual:brand-icons`).
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { SOURCE_TYPE_ENTRIES } from "@posthorn/contract/catalogue/source-type-entries";
import type { Plugin } from "vite";

const MODULE = /^virtual:brand-icons$/;
/** Beside the other things that Vite prepares. From here on it is a file like any other: hashed, compressed, cached. */
const SPRITE_FILE = join(import.meta.dirname, "node_modules/.vite/brand-icons.svg");

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

export function spriteOf(types: readonly (readonly [type: string, icon: string])[]): string {
  const symbols = types.map(
    ([type, icon]) => `<symbol id="${type}" viewBox="0 0 24 24"><path d="${outlineOf(icon)}"/></symbol>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg">${symbols.join("")}</svg>`;
}

export function brandIcons(): Plugin {
  return {
    name: "posthorn-brand-icons",
    resolveId: { filter: { id: MODULE }, handler: (id) => id },
    load: {
      filter: { id: MODULE },
      handler() {
        const types = brandedTypes();
        mkdirSync(dirname(SPRITE_FILE), { recursive: true });
        writeFileSync(SPRITE_FILE, spriteOf(types));
        const names = types.map(([type]) => type).join(" ");
        return {
          code: `export { default as SPRITE_URL } from ${JSON.stringify(`${SPRITE_FILE}?url`)};
export const BRANDED_TYPES = /*@__PURE__*/ new Set(${JSON.stringify(names)}.split(" "));`,
          moduleSideEffects: false,
        };
      },
    },
  };
}
