/**
 * Where does a person read about the API?
 *
 * At /docs: Scalar's reader over the OpenAPI documents of all versions, served from our own files only. The reader
 * is 4 MB of script that most processes never need, so it is loaded at the first visit and kept compressed.
 */
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { API_VERSION } from "@posthorn/contract/endpoint";
import Fastify, { type FastifyInstance } from "fastify";
import { DOCS_POLICY } from "./reply-headers.ts";
import { VERSIONS } from "./versions/versions.ts";

const PAGE = "/docs";
const READER = `${PAGE}/reader.js`;
const START = `${PAGE}/start.js`;

/** The reader may not contact other servers, and may not call the API with a visitor's session. */
const SETTINGS = {
  sources: VERSIONS.toReversed().map(({ name }) => ({
    title: name,
    slug: name,
    url: `/${name}/openapi`,
    default: name === API_VERSION,
  })),
  agent: { disabled: true },
  mcp: { disabled: true },
  documentDownloadType: "json",
  hideClientButton: true,
  hideTestRequestButton: true,
  showDeveloperTools: "never",
  telemetry: false,
  withDefaultFonts: false,
  theme: "default",
  customCss: ":root { --scalar-font: system-ui, sans-serif; --scalar-font-code: ui-monospace, monospace; }",
};

const START_SCRIPT = `Scalar.createApiReference("#reference", ${JSON.stringify(SETTINGS)});\n`;

const PAGE_HTML = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>API reference - Posthorn</title>
<link rel="icon" href="/favicon.svg">
</head>
<body>
<noscript>This page needs JavaScript. The same as OpenAPI documents: ${VERSIONS.map(
  ({ name }) => `<a href="/${name}/openapi">${name}</a>`,
).join(", ")}.</noscript>
<div id="reference"></div>
<script src="${READER}"></script>
<script src="${START}"></script>
</body>
</html>
`;

/** The package offers its script only as a route. */
async function loadReader(): Promise<{ plain: string; compressed: Buffer }> {
  const { default: reference } = await import("@scalar/fastify-api-reference");
  const inner = Fastify();
  await inner.register(reference, { routePrefix: "/", configuration: { sources: [] } });
  const { body, statusCode } = await inner.inject("/js/scalar.js");
  await inner.close();
  if (statusCode !== 200) throw new Error(`The reader of the API reference answered ${statusCode}`);
  return { plain: body, compressed: await promisify(gzip)(body) };
}

export function serveDocsPage(app: FastifyInstance): void {
  let reader: ReturnType<typeof loadReader> | undefined;

  app.get(PAGE, async (_request, reply) =>
    reply.type("text/html; charset=utf-8").header("content-security-policy", DOCS_POLICY).send(PAGE_HTML),
  );
  app.get(START, async (_request, reply) => reply.type("text/javascript; charset=utf-8").send(START_SCRIPT));
  app.get(READER, async (request, reply) => {
    reader ??= loadReader();
    const { plain, compressed } = await reader.catch((error: unknown) => {
      reader = undefined; // the next visitor tries again
      throw error;
    });
    void reply.type("text/javascript; charset=utf-8").header("cache-control", "max-age=3600");
    void reply.header("vary", "accept-encoding");
    if (!(request.headers["accept-encoding"] ?? "").includes("gzip")) return reply.send(plain);
    return reply.header("content-encoding", "gzip").send(compressed);
  });
}
