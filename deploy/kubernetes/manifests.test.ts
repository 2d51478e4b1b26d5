/**
 * Would Kubernetes accept the manifests, and do they give Posthorn what it needs and nothing more?
 *
 * Each is checked twice against the API's own schemas: its values by a validator, and its names by the compiler, because the
 * schemas allow unknown names, and the API server would drop a misspelled field. What kustomize makes of them is checked, too,
 * where kubectl is installed.
 */
import { spawnSync } from "node:child_process";
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { ScaledObject } from "@kubernetes-models/keda/keda.sh/v1alpha1/ScaledObject";
import { PodMonitor } from "@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1/PodMonitor";
import type { IDeployment } from "kubernetes-models/apps/v1/Deployment";
import { Deployment } from "kubernetes-models/apps/v1/Deployment";
import { HorizontalPodAutoscaler } from "kubernetes-models/autoscaling/v2/HorizontalPodAutoscaler";
import { Ingress } from "kubernetes-models/networking.k8s.io/v1/Ingress";
import { PodDisruptionBudget } from "kubernetes-models/policy/v1/PodDisruptionBudget";
import { ConfigMap } from "kubernetes-models/v1/ConfigMap";
import { Namespace } from "kubernetes-models/v1/Namespace";
import { Service } from "kubernetes-models/v1/Service";
import { ServiceAccount } from "kubernetes-models/v1/ServiceAccount";
import { expect, test } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { readConfig } from "../../packages/server/src/config.ts";
import { describeWith } from "../installed-program.ts";
import { DEPLOY, documentedSettings, productVersion, stopWithinSeconds } from "../product-facts.ts";

interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string };
}

const HERE = join(DEPLOY, "kubernetes");
/** Where the compiler finds the packages that the types are from. */
const SCRATCH = join(DEPLOY, "../node_modules/.cache");
/** For Helm, and not for kustomize. */
const VALUES = "prometheus-adapter-values.yaml";

/** Each with the module of its type. */
const KINDS = {
  ConfigMap: [ConfigMap, "kubernetes-models/v1/ConfigMap"],
  Deployment: [Deployment, "kubernetes-models/apps/v1/Deployment"],
  HorizontalPodAutoscaler: [
    HorizontalPodAutoscaler,
    "kubernetes-models/autoscaling/v2/HorizontalPodAutoscaler",
  ],
  Ingress: [Ingress, "kubernetes-models/networking.k8s.io/v1/Ingress"],
  Namespace: [Namespace, "kubernetes-models/v1/Namespace"],
  PodDisruptionBudget: [PodDisruptionBudget, "kubernetes-models/policy/v1/PodDisruptionBudget"],
  PodMonitor: [PodMonitor, "@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1/PodMonitor"],
  ScaledObject: [ScaledObject, "@kubernetes-models/keda/keda.sh/v1alpha1/ScaledObject"],
  Service: [Service, "kubernetes-models/v1/Service"],
  ServiceAccount: [ServiceAccount, "kubernetes-models/v1/ServiceAccount"],
} as const;

const files = globSync("**/*.yaml", { cwd: HERE }).toSorted();
const manifests = files
  .filter((file) => ![VALUES, "kustomization.yaml"].includes(basename(file)))
  .flatMap((file) => documentsOf(readFileSync(join(HERE, file), "utf8")));

function documentsOf(text: string): Manifest[] {
  return parseAllDocuments(text).map((document) => document.toJS());
}

function kindOf({ kind }: Manifest) {
  const known = Object.entries(KINDS).find(([name]) => name === kind);
  if (!known) throw new Error(`The test has no schema for the kind ${kind}`);
  return known[1];
}

/** What is wrong with values, in the words of the schema. */
function wrongValues(manifest: Manifest): string[] {
  const [Model] = kindOf(manifest);
  try {
    // The schema is what decides; the type of each constructor is only for people who write manifests in TypeScript.
    new Model(manifest as never).validate();
    return [];
  } catch (error) {
    return [`${manifest.kind} ${manifest.metadata.name}: ${String(error)}`];
  }
}

/** What the compiler says of each manifest, written down as a literal of its type. */
function unknownNames(checked: readonly Manifest[]): string[] {
  const literals = checked.map((manifest, at) => {
    const [, module] = kindOf(manifest);
    return `export const a${at}: import("${module}").I${manifest.kind} = ${JSON.stringify(manifest)};\n`;
  });
  mkdirSync(SCRATCH, { recursive: true });
  const folder = mkdtempSync(join(SCRATCH, "manifests-"));
  try {
    writeFileSync(join(folder, "manifests.ts"), literals.join(""));
    const compiler = join(
      dirname(createRequire(import.meta.url).resolve("typescript/package.json")),
      "bin/tsc",
    );
    const options = ["--noEmit", "--strict", "--skipLibCheck", "--ignoreConfig", "--types", ""];
    const modules = ["--module", "nodenext", "--target", "esnext"];
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [compiler, ...options, ...modules, join(folder, "manifests.ts")],
      { encoding: "utf8" },
    );
    return status === 0 ? [] : (stdout + stderr).trim().split("\n");
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function find<Kind extends Manifest>(kind: string, among: readonly Manifest[] = manifests): Kind {
  const found = among.find((manifest) => manifest.kind === kind);
  if (!found) throw new Error(`There is no ${kind}`);
  return found as Kind; // the caller names the type of this kind
}

const deployment = find<Manifest & IDeployment>("Deployment");
const pod = deployment.spec?.template.spec;
const node = pod?.containers[0];

test("every manifest has values that the API of Kubernetes accepts", () => {
  expect(manifests.length).toBeGreaterThan(8);
  expect(manifests.flatMap(wrongValues)).toEqual([]);
});

test("a wrong value is seen", () => {
  const wrong = structuredClone(deployment) as unknown as { spec: { replicas: unknown } } & Manifest; // any JSON
  wrong.spec.replicas = "three";

  expect(wrongValues(wrong).join()).toContain("/spec/replicas");
});

test("no manifest has a name that the API of Kubernetes does not know, and a misspelled one is seen", () => {
  const misspelled = structuredClone(deployment) as unknown as { spec: Record<string, unknown> } & Manifest; // any JSON
  misspelled.spec["minReadySecond"] = 5;

  expect(unknownNames(manifests)).toEqual([]);
  expect(unknownNames([misspelled]).join()).toContain("minReadySecond");
});

test("kustomize is told about every file, and every file that it is told about is there", () => {
  const told = files
    .filter((file) => basename(file) === "kustomization.yaml")
    .flatMap((file) => {
      const { resources = [], components = [] }: { resources?: string[]; components?: string[] } = parse(
        readFileSync(join(HERE, file), "utf8"),
      );
      const folders = [...resources, ...components].filter((path) => path.startsWith("../"));
      for (const folder of folders)
        expect(files).toContain(join(dirname(file), folder, "kustomization.yaml"));
      return resources.filter((path) => !path.startsWith("../")).map((path) => join(dirname(file), path));
    });

  expect(told.toSorted()).toEqual(
    files.filter((file) => ![VALUES, "kustomization.yaml"].includes(basename(file))),
  );
});

test("a node runs without privileges, on a root that nothing can write to", () => {
  expect(pod).toMatchObject({
    automountServiceAccountToken: false,
    securityContext: { runAsNonRoot: true, runAsUser: 10001, seccompProfile: { type: "RuntimeDefault" } },
  });
  expect(node?.securityContext).toEqual({
    allowPrivilegeEscalation: false,
    readOnlyRootFilesystem: true,
    capabilities: { drop: ["ALL"] },
  });
});

test("a node is heard until no balancer names it any more, and then has more time than its longest stop takes", () => {
  const pauseSeconds = node?.lifecycle?.preStop?.sleep?.seconds ?? 0;

  expect(pauseSeconds).toBeGreaterThan(0);
  expect(pod?.terminationGracePeriodSeconds).toBeGreaterThan(pauseSeconds + stopWithinSeconds());
});

test("an update takes no node away before its successor is ready", () => {
  expect(deployment.spec?.strategy).toEqual({
    type: "RollingUpdate",
    rollingUpdate: { maxUnavailable: 0, maxSurge: 1 },
  });
});

test("only a process that does not live is restarted; one without its database gets no requests", () => {
  expect(node?.livenessProbe?.httpGet).toEqual({ path: "/healthz", port: "dashboard" });
  expect(node?.startupProbe?.httpGet).toEqual({ path: "/healthz", port: "dashboard" });
  expect(node?.readinessProbe?.httpGet).toEqual({ path: "/readyz", port: "dashboard" });
  expect(node?.ports?.map(({ name, containerPort }) => [name, containerPort])).toEqual([
    ["dashboard", 4400],
    ["ingest", 4401],
  ]);
});

test("Kubernetes sets no variables named after our services: POSTHORN_PORT would be one", () => {
  expect(pod?.enableServiceLinks).toBe(false);
});

test("what is secret comes from a secret, and all of it are settings of Posthorn", () => {
  const variables = node?.env ?? [];

  expect(variables.map(({ name }) => name)).toEqual([
    "POSTHORN_DATABASE_URL",
    "POSTHORN_MASTER_KEY",
    "POSTHORN_METRICS_TOKEN",
    "POSTHORN_SMTP_URL",
  ]);
  for (const { name, value, valueFrom } of variables) {
    expect(value).toBeUndefined();
    expect(valueFrom?.secretKeyRef?.name).toBe("posthorn-secrets");
    expect(documentedSettings()).toContain(name);
  }
});

test("what selects the nodes selects them all", () => {
  const labels = deployment.spec?.template.metadata?.labels;
  const selectors = manifests.flatMap((manifest) => {
    const { selector } = (manifest as { spec?: { selector?: Record<string, unknown> } }).spec ?? {}; // any manifest
    return selector ? [selector["matchLabels"] ?? selector] : [];
  });

  expect(selectors.length).toBe(5);
  for (const selector of selectors) expect(selector).toEqual(labels);
});

test("the number of nodes follows a metric of Posthorn, by whichever autoscaler", () => {
  const metric = "posthorn_queue_oldest_pending_seconds";
  const source = readFileSync(join(DEPLOY, "../packages/server/src/metrics/product-health.ts"), "utf8");
  const autoscalers = files.filter((file) => /autoscal/.test(file) && !file.endsWith("kustomization.yaml"));

  expect(source).toContain(`"${metric}"`);
  expect(autoscalers.length).toBe(3);
  for (const file of autoscalers) expect(readFileSync(join(HERE, file), "utf8")).toContain(metric);
});

describeWith("kubectl", "what kustomize makes of the manifests", (kubectl) => {
  function built(folder: string): Manifest[] {
    const { status, stdout, stderr } = spawnSync(kubectl, ["kustomize", join(HERE, folder)], {
      encoding: "utf8",
    });
    expect(status, stderr).toBe(0);
    return documentsOf(stdout);
  }

  test.each(["base", "example"])("what it makes of %s is valid", (folder) => {
    const made = built(folder);

    expect(made.flatMap(wrongValues)).toEqual([]);
    expect(unknownNames(made)).toEqual([]);
  });

  test("the example starts nodes of this version with settings that Posthorn accepts", () => {
    const made = built("example");
    const settings = find<Manifest & { data: Record<string, string> }>("ConfigMap", made);
    const [container] =
      find<Manifest & IDeployment>("Deployment", made).spec?.template.spec?.containers ?? [];

    expect(container?.image).toBe(`registry.example.com/posthorn:${productVersion()}`);
    expect(container?.envFrom).toEqual([{ configMapRef: { name: settings.metadata.name } }]);
    const secrets = {
      POSTHORN_DATABASE_URL: "postgres://database/posthorn",
      POSTHORN_MASTER_KEY: "k".repeat(32),
    };
    expect(readConfig({ ...settings.data, ...secrets })).toMatchObject({
      host: "0.0.0.0",
      port: 4400,
      ingestPort: 4401,
      publicUrl: "https://posthorn.example.com",
      ingestUrl: "https://hooks.example.com",
    });
  });

  test("with an autoscaler, nothing else says how many nodes there are", () => {
    expect(find<Manifest & IDeployment>("Deployment", built("example")).spec?.replicas).toBeUndefined();
    expect(find<Manifest & IDeployment>("Deployment", built("base")).spec?.replicas).toBe(3);
  });
});
