/**
 * What does a developer type to receive events on their machine?
 *
 * Install the CLI once, log in, listen. The server that shows the dashboard hands out the CLI too, so everybody has the
 * one that fits it, also without the internet. The guide in docs/guides/cli.md says the same with more words.
 */

export type CliInstall = "npm" | "yarn" | "brew" | "scoop" | "docker";

export interface InstallChoice {
  value: CliInstall;
  label: string;
  command: string;
}

/** `address` is where this dashboard is, without a slash at the end. The CLI needs Node, which two of the ways bring. */
export function cliInstalls(address: string): InstallChoice[] {
  const archive = `${address}/posthorn-cli.tgz`;
  const npm = `npm install -g ${archive}`;
  const docker = "docker run --rm -it --network host -v posthorn-cli:/root node:24-slim";
  return [
    { value: "npm", label: "npm", command: npm },
    { value: "yarn", label: "yarn", command: `yarn global add ${archive}` },
    { value: "brew", label: "Homebrew (macOS)", command: `brew install node\n${npm}` },
    { value: "scoop", label: "Scoop (Windows)", command: `scoop install nodejs-lts\n${npm}` },
    { value: "docker", label: "Docker (Linux)", command: `alias posthorn='${docker} npx --yes ${archive}'` },
  ];
}

export function cliLogin(address: string): string {
  return `posthorn login --url ${address}`;
}

/** The port is an example; the name of the source is part of a name rule and needs no quotes. */
export function cliListen(sourceName: string): string {
  return `posthorn listen 3000 ${sourceName}`;
}
