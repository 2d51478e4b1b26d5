/**
 * How does our code call React? By names that the bundler can shorten.
 *
 * React comes as CommonJS, so each use of it is written out: `(0,r.jsx)("div")` and `(0,r.useState)()`, thousands of times.
 * This plugin puts a module of named exports between React and the modules that import it. Then the same calls are
 * `e("div")` and `t()`.
 *
 * Libraries that also run with older versions of React bring a substitute for one of its hooks. They get React's own.
 */
import { createRequire } from "node:module";
import type { Plugin } from "vite";

const require = createRequire(import.meta.url);
const PREFIX = "\0named-exports:";
const SUBSTITUTE = "use-sync-external-store/shim";
const WRAPPED = new RegExp(`^(?:react(?:/jsx-runtime)?|${SUBSTITUTE})$`);

export function esmReact(): Plugin {
  return {
    name: "posthorn-esm-react",
    apply: "build",
    enforce: "pre",
    resolveId: {
      filter: { id: WRAPPED },
      handler(asked, importer, { kind }) {
        const source = asked === SUBSTITUTE ? "react" : asked;
        // Libraries in CommonJS, and our own module, need React itself.
        if (kind === "require-call" || importer?.startsWith(PREFIX))
          return this.resolve(source, importer, { skipSelf: true });
        return { id: PREFIX + source, moduleSideEffects: false };
      },
    },
    load: {
      filter: { id: new RegExp(`^${PREFIX}`) },
      handler(id) {
        const source = id.slice(PREFIX.length);
        // Safe: a module of CommonJS exports an object.
        const names = Object.keys(require(source) as object).filter((name) => /^[a-z]\w*$/i.test(name));
        return [
          `import react from ${JSON.stringify(source)};`,
          "export default react;",
          ...names.map((name) => `export const ${name} = /*@__PURE__*/ (() => react.${name})();`),
        ].join("\n");
      },
    },
  };
}
