/**
 * How does the dashboard reach a browser?
 *
 * This serves the built files of `packages/dashboard`. A path that is not a file is a screen of the
 * dashboard, whose router reads the path. Files under /assets have a hash of their content in their name, so
 * they never change. The page itself names the scripts that the screen at its address needs, so that the browser asks for
 * all of them at once.
 */
import { access, readFile } from "node:fs/promises";
import { join } from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { ApiError } from "./api-error.ts";
import { KeptAssets } from "./kept-assets.ts";
import { takesPage } from "./request-path.ts";

const ASSETS = "/assets/";
const YEAR_S = 365 * 24 * 60 * 60;
/** The icon of the tab. A browser asks for it again whenever the address changes. */
const DAY_MS = 24 * 60 * 60 * 1000;

/** Without a build there is no dashboard, but this page says what to do. */
const NOT_BUILT = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Posthorn</title>
<h1>The dashboard is not built yet</h1>
<p>Run <code>npm start</code> in the project's folder: it builds what is missing. The API and source URLs work without it.</p>
</html>
`;

async function isThere(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}

export async function serveDashboardFiles(app: FastifyInstance, dashboardDir: string): Promise<void> {
  await app.register(fastifyStatic, { root: dashboardDir, serve: false, index: false, dotfiles: "deny" });
  const assets = new KeptAssets(dashboardDir);
  app.get<{ Params: { name: string } }>(`${ASSETS}:name`, async (request, reply) => {
    const path = ASSETS + request.params.name;
    const asset = FILE_PATH.test(path)
      ? await assets.read(path, request.headers["accept-encoding"] ?? "")
      : null;
    if (!asset) throw new ApiError("NOT_FOUND");
    if (asset.coding) void reply.header("content-encoding", asset.coding);
    return reply
      .header("cache-control", `public, max-age=${YEAR_S}, immutable`)
      .header("vary", "accept-encoding")
      .type(asset.type)
      .send(asset.body);
  });
}

/** Built files have plain names. A path with escapes or parent folders is never a file of ours. */
const FILE_PATH = /^(?:\/[A-Za-z0-9_-][A-Za-z0-9._-]*)+$/;

/** No screen's address has a dot, and no screen is below /assets. */
function isScreen(path: string): boolean {
  return !path.includes(".") && !path.startsWith(ASSETS);
}

/** What the build says about its pages: see `page-scripts.ts` there. */
interface PageScripts {
  path: string;
  scripts: string[];
  needsSession: boolean;
}

const SESSION_LINK = '<link rel="preload" as="fetch" crossorigin href="./dashboard-api/session">';

/** The links for the page at this path. A build that does not say what it needs loads a little later. */
async function linksOf(path: string, dashboardDir: string): Promise<string> {
  const text = await readFile(join(dashboardDir, "page-scripts.json"), "utf8").catch(() => "[]");
  const pages = JSON.parse(text) as PageScripts[]; // our own build wrote it
  const page = pages.find((one) => new RegExp(one.path).test(path));
  if (!page) return "";
  const scripts = page.scripts.map((file) => `<link rel="modulepreload" crossorigin href="./${file}">`);
  return [...(page.needsSession ? [SESSION_LINK] : []), ...scripts].join("\n    ");
}

async function readPage(path: string, dashboardDir: string, head: string): Promise<string | null> {
  const page = await readFile(join(dashboardDir, "index.html"), "utf8").catch(() => null);
  return page && page.replace("</head>", `${head}${await linksOf(path, dashboardDir)}\n  </head>`);
}

/** `head`: what the page at this path needs in its head, beside its scripts. */
export async function sendPage(
  path: string,
  dashboardDir: string,
  reply: FastifyReply,
  head = "",
): Promise<FastifyReply> {
  const page = await readPage(path, dashboardDir, head);
  return reply
    .code(page === null ? 503 : 200)
    .type("text/html; charset=utf-8")
    .send(page ?? NOT_BUILT);
}

/** Answers every request that no route matches. */
export async function sendDashboard(
  request: FastifyRequest,
  reply: FastifyReply,
  dashboardDir: string,
): Promise<FastifyReply> {
  if (request.method !== "GET" && request.method !== "HEAD") throw new ApiError("NOT_FOUND");
  const path = request.url.split("?", 1)[0] ?? "";
  if (path.includes(".") && FILE_PATH.test(path) && (await isThere(join(dashboardDir, path)))) {
    return reply.sendFile(path.slice(1), { maxAge: path.endsWith(".svg") ? DAY_MS : 0 });
  }
  if (!isScreen(path) || !takesPage(request.raw)) throw new ApiError("NOT_FOUND");
  void reply.header("cache-control", "public, max-age=0");
  return sendPage(path, dashboardDir, reply);
}
