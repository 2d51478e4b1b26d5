/** What `brand-icons.ts` beside vite.config.ts makes of the catalogue. */
declare module "virtual:brand-icons" {
  /** One SVG file; the icon of a type is its symbol with the type's name. */
  export const SPRITE_URL: string;
  /** The types that have an icon. */
  export const BRANDED: ReadonlySet<string>;
}
