/**
 * How does a link get into the person's browser?
 *
 * Which program opens it is a pure decision. There is none without a screen, in CI and behind SSH, where a browser would
 * open on the wrong machine or nowhere; then the person opens the link by hand. A browser that cannot be started is no
 * failure, because the link is printed in any case.
 */
import { spawn } from "node:child_process";
import type { Environment, Machine } from "../machine.ts";

/** The program and its arguments, or null. Nothing of it passes through a shell. */
export function browserCommand(
  url: string,
  { env, platform }: { env: Environment; platform: NodeJS.Platform },
): [string, ...string[]] | null {
  if (!/^https?:\/\//.test(url)) return null;
  const [program, ...args] = (env["BROWSER"] ?? "").split(" ").filter(Boolean);
  if (program !== undefined) return [program, ...args, url];
  if (env["CI"] || env["SSH_CONNECTION"] || env["SSH_TTY"]) return null;
  if (platform === "darwin") return ["open", url];
  if (platform === "win32") return ["rundll32", "url.dll,FileProtocolHandler", url];
  return env["DISPLAY"] || env["WAYLAND_DISPLAY"] || env["WSL_DISTRO_NAME"] ? ["xdg-open", url] : null;
}

/** Resolves to whether a program was started. It goes on without us. */
export function openInBrowser(url: string, machine: Pick<Machine, "env" | "platform">): Promise<boolean> {
  const command = browserCommand(url, machine);
  if (!command) return Promise.resolve(false);
  const [program, ...args] = command;
  return new Promise((resolve) => {
    const child = spawn(program, args, { detached: true, stdio: "ignore" });
    child.once("error", () => resolve(false)); // there is no such program: the person opens the link
    child.once("spawn", () => {
      child.unref();
      resolve(true);
    });
  });
}
