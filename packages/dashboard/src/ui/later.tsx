/**
 * How does a part of the page load its code only when it is needed?
 *
 *     const parts = later(() => import("./menu-parts.tsx"));
 *     export const MenuItem = parts.component((loaded) => loaded.MenuItem);
 *     <button onPointerEnter={parts.load} />
 *
 * Code that is there is drawn at once; other code is drawn when it arrives. React's `lazy` and `Suspense` do neither: they
 * show a fallback even for code that is there, and keep it for at least 300 ms, so that fallbacks do not flicker. A person who
 * pressed a button waits for those 300 ms.
 *
 * If the code cannot be loaded, the part shows `Failed`, or else throws. The next one tries again.
 */
import { useLayoutEffect, useState, type ComponentType, type FunctionComponent } from "react";

export interface Later<Code> {
  /** For the moment before a person needs it. If it fails, the part that needs it tries again, and says so. */
  load: () => void;
  /** `Meanwhile` stands in its place until the code is there. */
  component: <Props extends object>(
    pick: (code: Code) => ComponentType<Props>,
    Meanwhile?: ComponentType<Props>,
    Failed?: ComponentType<Props & { error: unknown }>,
  ) => FunctionComponent<Props>;
}

type State<Code> = { code: Code } | { error: unknown } | null;

export function later<Code>(fetchCode: () => Promise<Code>): Later<Code> {
  let loaded: { code: Code } | null = null;
  let loading: Promise<{ code: Code }> | null = null;

  function ready(): Promise<{ code: Code }> {
    loading ??= fetchCode().then(
      (code) => (loaded = { code }),
      (error: unknown) => {
        loading = null;
        throw error;
      },
    );
    return loading;
  }

  return {
    load: () => void ready().catch(() => undefined),
    component: (pick, Meanwhile, Failed) =>
      function Later(props) {
        const [state, setState] = useState<State<Code>>(loaded);
        useLayoutEffect(() => {
          let isGone = false;
          if (state === null)
            ready().then(
              (arrived) => isGone || setState(arrived),
              (error: unknown) => isGone || setState({ error }),
            );
          return () => {
            isGone = true;
          };
        }, [state]);
        if (state === null) return Meanwhile ? <Meanwhile {...props} /> : null;
        if ("error" in state) {
          if (!Failed) throw state.error;
          return <Failed {...props} error={state.error} />;
        }
        const Component = pick(state.code);
        return <Component {...props} />;
      },
  };
}
