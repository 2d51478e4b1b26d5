/** Does the Dockerfile agree with the product and with whatever runs its image, and does the health check ask the right port? */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { expect, test } from "vitest";
import { DEPLOY, documentedSettings, productVersion } from "../product-facts.ts";

const dockerfile = readFileSync(join(DEPLOY, "container/Dockerfile"), "utf8");
const HEALTHY = join(DEPLOY, "container/healthy.mjs");

test("the image has the version of the product, its ports, and the user that Kubernetes expects", () => {
  const deployment = readFileSync(join(DEPLOY, "kubernetes/base/deployment.yaml"), "utf8");
  const [, user] = /runAsUser: (\d+)/.exec(deployment) ?? [];

  expect(dockerfile).toContain(`org.opencontainers.image.version="${productVersion()}"`);
  expect(dockerfile).toContain("\nEXPOSE 4400 4401\n");
  expect(dockerfile).toContain(`\nUSER ${user}:${user}\n`);
});

test("compose files and image check health in the same way", () => {
  const [, command = ""] = /^HEALTHCHECK .* CMD (\[.*\])$/m.exec(dockerfile) ?? [];

  for (const file of ["compose.yaml", "compose.cluster.yaml"])
    expect(readFileSync(join(DEPLOY, "compose", file), "utf8")).toContain(
      `test: [CMD, ${JSON.parse(command).join(", ")}]`,
    );
});

test("every setting in the image and its health check is a setting of Posthorn", () => {
  const named = [dockerfile, readFileSync(HEALTHY, "utf8")].flatMap((text) =>
    [...text.matchAll(/POSTHORN_\w+/g)].map(([name]) => name),
  );

  expect(named).toContain("POSTHORN_DATA_DIR");
  expect(named.filter((name) => !documentedSettings().has(name))).toEqual([]);
});

/** Answers every request with this status, on a port of its own. */
async function startAnswering(status: number) {
  const asked: string[] = [];
  const server = createServer(({ url = "" }, response) => {
    asked.push(url);
    response.writeHead(status).end();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  return { asked, port: String(typeof address === "object" && address?.port), close: () => server.close() };
}

async function checked(environment: Record<string, string>): Promise<number | null> {
  const child = spawn(process.execPath, [HEALTHY], { env: environment, stdio: "ignore" });
  await once(child, "exit");
  return child.exitCode;
}

test.each([
  [200, 0],
  [503, 1],
])("an answer with %i means %i", async (status, code) => {
  const server = await startAnswering(status);

  expect(await checked({ POSTHORN_PORT: server.port })).toBe(code);
  expect(server.asked).toEqual(["/readyz"]);
  server.close();
});

test("a process is asked at a port that it has", async () => {
  const server = await startAnswering(200);

  expect(await checked({ POSTHORN_ROLES: "ingest, worker", POSTHORN_INGEST_PORT: server.port })).toBe(0);
  expect(await checked({ POSTHORN_ROLES: "worker", POSTHORN_METRICS_PORT: server.port })).toBe(0);
  expect(server.asked).toEqual(["/readyz", "/readyz"]);
  server.close();
  expect(await checked({ POSTHORN_ROLES: "worker" })).toBe(0);
  expect(await checked({ POSTHORN_PORT: server.port })).toBe(1);
});
