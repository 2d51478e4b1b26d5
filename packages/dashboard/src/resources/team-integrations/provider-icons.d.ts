/** What `brand-icons.ts` beside vite.config.ts has for the providers of integrations. */
declare module "virtual:provider-icons" {
  /** One SVG file; the icon of a provider is its symbol with the provider's name. */
  export const SPRITE_URL: string;
}
