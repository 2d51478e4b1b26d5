/**
 * How high is the foot of the page? Toasts appear above it, so that none of them lies over Save, Create or Next.
 *
 *     <footer ref={pageFoot}>
 *
 * The height is in `--page-foot` of the document (styles.css). It follows the foot: each section with unsaved changes adds
 * a line, and a refused save adds its reasons. If there are several feet, the highest one counts.
 */
const feet = new Set<HTMLElement>();

const sizes = new ResizeObserver(tellHeight);

function tellHeight(): void {
  const heights = [...feet].map(({ offsetHeight }) => offsetHeight);
  document.documentElement.style.setProperty("--page-foot", `${Math.max(0, ...heights)}px`);
}

/** A ref. */
export function pageFoot(foot: HTMLElement | null): (() => void) | undefined {
  if (foot === null) return undefined;
  feet.add(foot);
  sizes.observe(foot);
  return () => {
    feet.delete(foot);
    sizes.unobserve(foot);
    tellHeight();
  };
}
