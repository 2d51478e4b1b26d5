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

const API = "http://127.0.0.1:4400";

/** Below this the headers weigh more than what is saved. */
const COMPRESS_FROM_BYTES = 1024;

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
          await writeFile(join(assets, `${name}.gz`), gzipSync(bytes, { level: 9 }));
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

export default defineConfig({
  base: "./",
  root: import.meta.dirname,
  plugins: [
    tanstackRouter({
      target: "react",
      autoCodeSplitting: true,
      routesDirectory: join(import.meta.dirname, "src/app/routes"),
      generatedRouteTree: join(import.meta.dirname, "src/app/route-tree.gen.ts"),
      addExtensions: true,
      quoteStyle: "double",
      semicolons: true,
    }),
    react(),
    tailwindcss(),
    preloadTextFont(),
    precompress(),
  ],
  build: { outDir: "dist", emptyOutDir: true, manifest: true, target: "es2023", assetsInlineLimit: 0 },
  server: {
    port: 4410,
    strictPort: true,
    proxy: { "/2025-07-01": API, "/auth": API, "/dashboard-api": API, "/healthz": API },
  },
});
