/** Are the compose files what the specification allows, and do they give Posthorn what it needs and nothing more? */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { Ajv } from "ajv";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { readConfig } from "../../packages/server/src/config.ts";
import { describeWith } from "../installed-program.ts";
import { DEPLOY, documentedSettings, productVersion, stopWithinSeconds } from "../product-facts.ts";

interface Service {
  image: string;
  environment?: Record<string, string>;
  env_file?: string[];
  ports?: string[];
  volumes?: string[];
  tmpfs?: string[];
  read_only?: boolean;
  cap_drop?: string[];
  security_opt?: string[];
  stop_grace_period?: string;
  healthcheck?: { test: string[] };
}

interface Compose {
  services: Record<string, Service>;
  networks?: { inside: { ipam: { config: { subnet: string }[] } } };
}

const SINGLE = "compose.yaml";
const CLUSTER = "compose.cluster.yaml";
const NODES = ["node-1", "node-2", "node-3"];

function textOf(file: string): string {
  return readFileSync(join(DEPLOY, "compose", file), "utf8");
}

function read(file: string): Compose {
  return parse(textOf(file), { merge: true });
}

const single = read(SINGLE);
const cluster = read(CLUSTER);
const nodes = NODES.map((name) => cluster.services[name]);

/** Of a linter, which brings the specification's schema with it. */
const linter = createRequire(import.meta.url).resolve("dclint/package.json");
const schema = JSON.parse(
  readFileSync(join(dirname(linter), "schemas/compose.schema.json"), "utf8"),
  // The validator knows the dialect only under its address without "https".
  (key, value) => (key === "$schema" ? undefined : value),
);
const isCompose = new Ajv({ strict: false, allErrors: true }).compile(schema);

test.each([SINGLE, CLUSTER])("%s is valid", (file) => {
  isCompose(read(file));
  expect(isCompose.errors).toBeNull();
});

test("a word that the specification does not know is refused", () => {
  expect(isCompose({ services: { posthorn: { image: "posthorn", read_onyl: true } } })).toBe(false);
});

test.each(["posthorn", ...NODES])(
  "%s runs without privileges, on a root that nothing can write to, and has time to stop",
  (name) => {
    const service = single.services[name] ?? cluster.services[name];
    expect(service).toMatchObject({
      image: `\${POSTHORN_IMAGE:-posthorn:${productVersion()}}`,
      read_only: true,
      cap_drop: ["ALL"],
      security_opt: ["no-new-privileges:true"],
      init: true,
      healthcheck: { test: ["CMD", "node", "/opt/posthorn/healthy.mjs"] },
    });
    expect(Number(/^(\d+)s$/.exec(service?.stop_grace_period ?? "")?.[1])).toBeGreaterThan(
      stopWithinSeconds(),
    );
  },
);

test("one node has one volume, and only this machine reaches its ports", () => {
  const { volumes, tmpfs, ports } = single.services["posthorn"] ?? {};

  expect(volumes).toEqual(["data:/data"]);
  expect(tmpfs).toEqual(["/tmp"]);
  expect(ports).toEqual(["127.0.0.1:4400:4400", "127.0.0.1:4401:4401"]);
});

test("every node is started with settings that Posthorn accepts, and believes the balancer's network", () => {
  const given: Record<string, string> = {
    POSTGRES_PASSWORD: "word",
    POSTHORN_MASTER_KEY: "0123456789abcdef0123456789abcdef",
  };
  /** As compose does: `${NAME:-default}` and `${NAME:?message}`. */
  const filled = (service: Service | undefined) =>
    Object.fromEntries(
      Object.entries(service?.environment ?? {}).map(([name, value]) => [
        name,
        value.replaceAll(
          /\$\{(\w+):[-?]([^}]*)\}/g,
          (_, word: string, other: string) => given[word] ?? other,
        ),
      ]),
    );

  expect(readConfig(filled(single.services["posthorn"]))).toMatchObject({
    host: "0.0.0.0",
    dataDir: "/data",
    databaseUrl: null,
  });
  for (const node of nodes)
    expect(readConfig(filled(node))).toMatchObject({
      databaseUrl: "postgres://posthorn:word@postgres:5432/posthorn",
      trustedProxies: [cluster.networks?.inside.ipam.config[0]?.subnet],
    });
});

test("every setting that is named anywhere is a setting of Posthorn", () => {
  const named = [SINGLE, CLUSTER, "posthorn.env", ".env.example"].flatMap((file) =>
    [...textOf(file).matchAll(/\bPOSTHORN_\w+/g)].map(([name]) => name),
  );
  /** Compose's own. */
  const ofCompose = new Set(["POSTHORN_IMAGE"]);

  expect(named.filter((name) => !documentedSettings().has(name) && !ofCompose.has(name))).toEqual([]);
});

test("a password is never in a file of ours", () => {
  const secrets = [...textOf(".env.example").matchAll(/^(\w+)=(.*)$/gm)].map(([, name, value]) => [
    name,
    value,
  ]);

  expect(secrets).toEqual([
    ["POSTGRES_PASSWORD", ""],
    ["POSTHORN_MASTER_KEY", ""],
  ]);
  for (const [name] of secrets) expect(textOf(CLUSTER)).toContain(`\${${name}:?is missing in .env}`);
});

test("the balancer knows every node of the compose file at both ports, and no other", () => {
  const servers = [...textOf("haproxy.cfg").matchAll(/^ {2}server (\S+) (\S+)$/gm)].map(
    ([, name, address]) => [name, address],
  );

  expect(servers).toEqual([
    ...NODES.map((name) => [name, `${name}:4400`]),
    ...NODES.map((name) => [name, `${name}:4401`]),
  ]);
});

describeWith("haproxy", "whether HAProxy accepts haproxy.cfg", (haproxy) => {
  test("the balancer accepts its configuration", () => {
    const configuration = textOf("haproxy.cfg").replaceAll(/node-\d:(\d+)$/gm, "127.0.0.1:$1");

    const folder = mkdtempSync(join(tmpdir(), "posthorn-balancer-"));
    writeFileSync(join(folder, "haproxy.cfg"), configuration);

    const { status, stderr } = spawnSync(haproxy, ["-c", "-f", join(folder, "haproxy.cfg")], {
      encoding: "utf8",
    });
    rmSync(folder, { recursive: true });

    expect(status, stderr).toBe(0);
  });
});
