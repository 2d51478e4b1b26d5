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
 * If the code cannot be loaded, the page says so and offers another try: in place of a part with a `Meanwhile`, otherwise in
 * a box over the page (`missing-part.tsx`). A part that can do without its code shows `Without` instead. Each of them tries
 * again when the network is back.
 */
import {
  useCallback,
  useEffect,
  useLayoutEffect,
  useState,
  type ComponentType,
  type FunctionComponent,
} from "react";
import { MissingElsewhere, MissingPart } from "./missing-part.tsx";
import { isServerThere, whyMissing, type WhyMissing } from "./why-missing.ts";

export interface Later<Code> {
  /** For the moment before a person needs it. If it fails, the part that needs it tries again, and says so. */
  load: () => void;
  /** `Meanwhile` stands in its place until the code is there. */
  component: <Props extends object>(
    pick: (code: Code) => ComponentType<Props>,
    Meanwhile?: ComponentType<Props>,
    Without?: ComponentType<Props>,
  ) => FunctionComponent<Props>;
}

type State<Code> = { code: Code } | { why: WhyMissing } | null;

export function later<Code>(fetchCode: () => Promise<Code>): Later<Code> {
  let loaded: { code: Code } | null = null;
  let loading: Promise<{ code: Code }> | null = null;

  function ready(): Promise<{ code: Code }> {
    // Once a file that code imports could not be loaded, a browser never asks for that code again. So without a network it
    // does not begin, unless the server is on this very machine.
    loading ??= (navigator.onLine ? Promise.resolve(true) : isServerThere())
      .then((isThere) => {
        if (isThere) return fetchCode();
        throw new Error("offline");
      })
      .then(
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
    component: (pick, Meanwhile, Without) =>
      function Later(props) {
        const [state, setState] = useState<State<Code>>(loaded);
        const retry = useCallback(() => setState(loaded), []);
        useLayoutEffect(() => {
          if (state !== null) return undefined;
          let isGone = false;
          const load = async () => {
            const next = await ready().catch(async () => ({ why: await whyMissing() }));
            if (!isGone) setState(next);
          };
          void load();
          return () => {
            isGone = true;
          };
        }, [state]);
        const isMissing = state !== null && "why" in state;
        useEffect(() => {
          if (!isMissing) return undefined;
          window.addEventListener("online", retry);
          return () => window.removeEventListener("online", retry);
        }, [isMissing, retry]);
        if (state === null) return Meanwhile ? <Meanwhile {...props} /> : null;
        if ("why" in state) {
          if (Without) return <Without {...props} />;
          const Missing = Meanwhile ? MissingPart : MissingElsewhere;
          return <Missing why={state.why} onRetry={retry} />;
        }
        const Component = pick(state.code);
        return <Component {...props} />;
      },
  };
}
