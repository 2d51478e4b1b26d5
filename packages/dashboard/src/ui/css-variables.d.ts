/** Lets a `style` set CSS variables, which React's own types leave out. */
import "react";

declare module "react" {
  interface CSSProperties {
    [variable: `--${string}`]: string | number | undefined;
  }
}
