/**
 * How is the dashboard built?
 *
 * All addresses in the output are relative, so that the server can mount it below any path by changing `<base>`.
 * Beside each text asset lie its gzip and brotli forms; the server sends them as they are.
 */
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import tailwindcss from "@tailwindcss/vite";
import { tanstackRouter } from "@tanstack/router-plugin/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { brandIcons } from "./brand-icons.ts";
import { esmReact } from "./esm-react.ts";
import { leanContract } from "./lean-contract.ts";
import { leanIcons } from "./lean-icons.ts";
import { pageScripts } from "./page-scripts.ts";

const API = "http://127.0.0.1:4400";

/** Below this the headers weigh more than what is saved. */
const COMPRESS_FROM_BYTES = 256;

/** Which length of blocks suits a file best differs from file to file. The best is 0.2 % smaller than the default. */
function gzipped(bytes: Buffer): Buffer {
  const tries = [5, 6, 7, 8, 9].map((memLevel) => gzipSync(bytes, { level: 9, memLevel }));
  return tries.reduce((best, next) => (next.length < best.length ? next : best));
}

function precompress(): Plugin {
  return {
    name: "posthorn-precompress",
    apply: "build",
    async writeBundle({ dir }) {
      const assets = join(dir ?? "dist", "assets");
      const names = (await readdir(assets)).filter((name) => /\.(?:js|css|svg)$/.test(name));
      await Promise.all(
        names.map(async (name) => {
          const bytes = await readFile(join(assets, name));
          if (bytes.length < COMPRESS_FROM_BYTES) return;
          await writeFile(join(assets, `${name}.gz`), gzipped(bytes));
          await writeFile(join(assets, `${name}.br`), brotliCompressSync(bytes));
        }),
      );
    },
  };
}

/** The text face is needed by the first paint of every page: asked for with the page, not after the stylesheet. */
function preloadTextFont(): Plugin {
  return {
    name: "posthorn-preload-font",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler(_html, { bundle }) {
        const font = Object.keys(bundle ?? {}).find((name) => /inter-latin.*\.woff2$/.test(name));
        if (font === undefined) throw new Error("The text font is not part of the bundle");
        const attrs = { rel: "preload", as: "font", type: "font/woff2", crossorigin: "", href: `./${font}` };
        return [{ tag: "link", attrs, injectTo: "head" }];
      },
    },
  };
}

/**
 * Which modules share a chunk? By itself the bundler makes a chunk for each set of pages: a hundred files on each page, most
 * too small to compress well. A group that is too large puts parts of one page into all pages.
 *
 * A group takes only the modules that it names, not what they import: what they import may be unused. The order matters: the
 * first group that fits takes the module. A page's chunks must not import each other in a circle, so groups go from what
 * everything needs to what few pages need. `e2e/weight.spec.ts` weighs the result.
 */
const SHARED_FROM_ENTRIES = 17;
/** Libraries are large: one that only forms need must not be part of all pages. */
const LIBRARIES_FROM_ENTRIES = 46;
/** Icons are tiny, and a page has twenty of them. */
const ICONS_FROM_ENTRIES = 5;
const groups = [
  // Few pages need the others, most of them settings.
  {
    name: "endpoints",
    test: /src\/(?!account|audit-|billing|changes|cli-logins|connection-versions|custom-domains|directory-|erasures|filter-trials|invitations|issue-triggers|keys|notifications|onboarding|organizations|planned-retries|plans|project-members|quotas|rules-trial|sample-project|signed-examples|sso|team-integrations|test-requests|throughput)[\w-]+\.ts\?plain$/,
  },
  // What every page needs before its first paint. `main.tsx` and react-dom stay in the entry.
  {
    name: "start",
    test: /packages\/(?!dashboard\/src\/app\/main)|preload-helper/,
    tags: ["$initial" as const],
  },
  { name: "icons", test: /lucide-react/, minShareCount: ICONS_FROM_ENTRIES },
  {
    name: "router",
    test: /node_modules\/@tanstack\/(?:react-router|router-core|history|store|react-store)\//,
    tags: ["$initial" as const],
  },
  // Only forms need them. Modules of the start import them too, but use nothing of them in a browser.
  { name: "schemas", test: /node_modules\/zod\// },
  {
    name: "libraries",
    test: /node_modules\/(?!react-dom\/(?:client|cjs\/react-dom-client)|scheduler\/|lucide)|named-exports|rolldown/,
    tags: ["$initial" as const],
  },
  { name: "often", test: /node_modules/, minShareCount: LIBRARIES_FROM_ENTRIES },
  {
    name: "shared",
    test: /packages\/dashboard\/src\/(?!ui\/(?:form|json-viewer|list\/chip)|resources\/(?:names|api\/save-refusal))/,
    minShareCount: SHARED_FROM_ENTRIES,
  },
  // The panel of an event, beside lists and on its own page.
  {
    name: "panel",
    test: /src\/resources\/events\/(?:panel\/(?!panel-tabs|attempt-|response-tab|metadata-tab|compare-menu|failed-outcome|archival\.ts|event-missing)|trace|attempt-queries|use-attempts|use-sent-request|outdated-event)/,
    minShareCount: 2,
  },
  // Of these, pages of connections need a few.
  {
    name: "connection-kit",
    test: /src\/(?:resources\/(?:events\/http-status-names|connections\/(?:connection-link|use-routes)|own-link|cli-clients\/cli-client-queries|rules\/rule-icon)|ui\/form\/duration\.)/,
    minShareCount: 2,
  },
  // What is known of an event, and what can be done with it. Also pages without a panel need it.
  {
    name: "event-kit",
    test: /src\/(?:resources\/(?:events\/(?:event-actions|possible-actions|show-events|until-next|event-link|unfailed-outcome|compare-event-button|panel\/(?:archival\.ts|event-missing))|payloads\/(?:value-filter|filter-by-value|searched-word)|transformations\/log-level-badge)|ui\/(?:side-panel|panel-edge))/,
    minShareCount: 2,
  },
  // What every panel and page with a payload needs.
  {
    name: "payload-kit",
    test: /src\/resources\/(?:bookmarks\/event-bookmark|plans\/(?:past-archive|upgrade-link)|payloads\/(?:payload-body|named-values|copy-curl|content-coding|body-loading|redactions))|src\/ui\/json-viewer\/placeholder/,
    minShareCount: 2,
  },
  // What stands above the rows of events and requests: the bars, which other pages have too, and the rest.
  {
    name: "bars",
    test: /src\/(?:resources\/metrics\/(?:histogram\/(?!traffic-histogram)|chart-dates)|resources\/list-filters\/date-filter-chip|ui\/(?:date-range\/date-range-chip|charts\/(?:chart-states|histogram)))/,
    minShareCount: 2,
  },
  {
    name: "traffic-head",
    test: /src\/(?:resources\/(?:bulk\/(?:bulk-queries|bulk-words|retry-choice|ticked-report|bulk-actions|bulk-button)|places\/(?:id-address|use-open-id)|pickers\/names-pick-chip|list-filters\/(?:name-chips|none-in-dates))|ui\/list\/(?:box-chip|pick-chip))|contract\/src\/bulk\.ts$/,
    minShareCount: 2,
  },
  // Parts of a few lines that most pages need. As files of their own they would hardly compress.
  {
    name: "hooks",
    test: /src\/ui\/(?:use-(?:same|media-query|now|after-paint)|badge|mark|textarea)\.|contract\/src\/texts\.|tinykeys|src\/(?:app\/shell\/sign-in-question|resources\/(?:session\/use-switch-project|issues\/issue-counts|product-events))|lucide-react.*(?:spline|text-align-start|arrow-right-(?:from|to)-line)/,
  },
  {
    name: "form-kit",
    test: /src\/(?:ui\/(?:form\/(?:after-press|use-form-field|text-field|form\.|submit-button|text-area-field|select-field|checkbox-field|checkbox-group-field|form-messages)|select\.)|resources\/names\/)/,
    minShareCount: 3,
  },
  {
    name: "code-kit",
    test: /src\/ui\/code-editor\/(?:code-editor|editor-modal|editor-skeleton|plain-editor|problem)/,
    minShareCount: 2,
  },
  { name: "chart-kit", test: /src\/ui\/charts\/(?:scales|stacked-bars|chart-series|use-brush|brush)\./ },
  {
    name: "list-kit",
    test: /src\/ui\/(?:list\/(?:row-focus|use-list-shortcuts|list-rows|pagination|list-states|use-pages|search-box|filters-bar|use-followed)|table|live-state|with-panel|use-panel-focus)/,
    minShareCount: 3,
  },
];

export default defineConfig({
  base: "./",
  root: import.meta.dirname,
  plugins: [
    tanstackRouter({
      target: "react",
      autoCodeSplitting: true,
      // A loader needs the queries of its screen. Beside the screen, they weigh on no other page.
      codeSplittingOptions: { defaultBehavior: [["component", "loader"]] },
      routesDirectory: join(import.meta.dirname, "src/app/routes"),
      generatedRouteTree: join(import.meta.dirname, "src/app/route-tree.gen.ts"),
      addExtensions: true,
      quoteStyle: "double",
      semicolons: true,
    }),
    esmReact(),
    leanContract(),
    leanIcons(),
    brandIcons(),
    react(),
    tailwindcss(),
    preloadTextFont(),
    pageScripts(),
    precompress(),
  ],
  build: {
    outDir: "dist",
    emptyOutDir: true,
    manifest: true,
    target: "es2023",
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false, // every browser that runs es2023 has it
      // By itself, each import names all files behind it: 4 kB of a page that do not compress. See `app/page-scripts.ts`.
      resolveDependencies: (_file, files, { hostType }) => (hostType === "html" ? files : []),
    },
    rolldownOptions: {
      output: {
        // Names of chunks are in the code of every page that loads them, and a hash does not compress. The
        // bundler takes no fewer than seven characters for as many files. The manifest has the names.
        chunkFileNames: "assets/[hash:7].js",
        codeSplitting: { groups, includeDependenciesRecursively: false },
      },
    },
  },
  server: {
    port: 4410,
    strictPort: true,
    proxy: { "/2025-07-01": API, "/auth": API, "/dashboard-api": API, "/healthz": API },
  },
});
