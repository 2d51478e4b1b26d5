/**
 * How does a test build and run the image on a machine that has neither an engine nor a registry?
 *
 * Debian's own tools make the two images that the Dockerfile begins with: mmdebstrap the base, and this machine's Node and npm
 * on top of it the one for the first stage. buildah builds, without a daemon, and podman runs. All that they keep is in one
 * folder. Needs root.
 */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { readFileSync, realpathSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { installProgram } from "../installed-program.ts";

const BASE = "localhost/base";
const WITH_NODE = "localhost/with-node";
/** As Debian's own slim images are. */
const SLIM = [
  ...["doc", "man", "info", "locale"].map((name) => `--dpkgopt=path-exclude=/usr/share/${name}/*`),
  "--customize-hook=rm -rf $1/var/lib/apt/lists/* $1/var/cache/*",
];
const NPM = `#!/bin/sh
exec node /usr/local/lib/node_modules/npm/bin/npm-cli.js "$@"
`;

export interface Engine {
  /** Makes the images that the Dockerfile begins with. */
  prepare: () => void;
  build: (context: string, tag: string, options?: readonly string[]) => void;
  buildah: (...args: string[]) => string;
  podman: (...args: string[]) => string;
  /** In the foreground: a signal to the process is one to the container. */
  start: (...args: string[]) => ChildProcess;
}

function run(program: string, args: readonly string[]): string {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status === 0) return stdout.trim();
  throw new Error(`${program} ${args.join(" ")} ended with ${status}: ${error ?? stderr.slice(-4_000)}`);
}

export function createEngine(folder: string): Engine {
  const storage = [
    "--root",
    join(folder, "images"),
    "--runroot",
    join(folder, "run"),
    "--storage-driver",
    "vfs",
  ];
  const programs = {
    buildah: installProgram("buildah"),
    podman: installProgram("podman"),
    crun: installProgram("crun"),
    mmdebstrap: installProgram("mmdebstrap"),
  };

  const buildah = (...args: string[]) => run(programs.buildah, [...storage, ...args]);

  /** crun refuses a machine that has both versions of cgroups; without limits it needs neither. */
  function podmanCommand(args: readonly string[]): [string, string[]] {
    const options = ["--runtime", programs.crun, "--cgroup-manager", "cgroupfs", "--events-backend", "file"];
    const command = [programs.podman, ...storage, ...options, ...args];
    const script = 'umount /sys/fs/cgroup/unified 2>/dev/null; exec "$@"';
    return ["unshare", ["--mount", "--", "sh", "-c", script, "sh", ...command]];
  }

  return {
    buildah,
    podman: (...args) => run(...podmanCommand(args)),
    start(...args) {
      const [program, rest] = podmanCommand(args);
      return spawn(program, rest, { stdio: ["ignore", "pipe", "pipe"] });
    },
    prepare() {
      const [, codename = ""] =
        /^VERSION_CODENAME=(\w+)$/m.exec(readFileSync("/etc/os-release", "utf8")) ?? [];
      const archive = join(folder, "base.tar");
      run(programs.mmdebstrap, ["--variant=minbase", ...SLIM, codename, archive]);
      const base = buildah("from", "scratch");
      buildah("add", base, archive, "/");
      buildah("commit", base, BASE);

      const script = join(folder, "npm");
      writeFileSync(script, NPM, { mode: 0o755 });
      // Its command is a link to bin/npm-cli.js in its own folder.
      const npm = join(realpathSync(installProgram("npm")), "../..");
      const withNode = buildah("from", BASE);
      buildah("copy", withNode, process.execPath, "/usr/local/bin/node");
      buildah("copy", withNode, npm, "/usr/local/lib/node_modules/npm");
      buildah("copy", withNode, script, "/usr/local/bin/npm");
      const authorities = process.env["NODE_EXTRA_CA_CERTS"];
      if (authorities) {
        // Of this machine's network: npm could not reach its registry without.
        buildah("copy", withNode, authorities, "/etc/ssl/authorities.pem");
        buildah("config", "--env", "NODE_EXTRA_CA_CERTS=/etc/ssl/authorities.pem", withNode);
      }
      buildah("commit", withNode, WITH_NODE);
    },
    build(context, tag, options = []) {
      const images = ["--build-arg", `BASE_IMAGE=${BASE}`, "--build-arg", `NODE_IMAGE=${WITH_NODE}`];
      const how = ["--isolation", "chroot", "--pull-never", "--format", "docker"];
      buildah("build", ...how, ...images, ...options, "--tag", tag, context);
    },
  };
}
