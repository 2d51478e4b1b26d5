/** What `brand-icons.ts` beside vite.config.ts makes of the catalogue. */
declare module "virtual:brand-icons" {
  /** One SVG file; the icon of a type is its symbol with the type's name. */
  export const SPRITE_URL: string;
  export const BRANDED_TYPES: ReadonlySet<string>;
}
