/**
 * What does a developer type to receive events on their machine?
 *
 * Install the CLI once, name the addresses of this Posthorn in its configuration, log in, listen. The guide in
 * docs/guides/hookdeck-cli.md says the same with more words.
 */

export const CLI_INSTALLS = [
  { value: "npm", label: "npm", command: "npm install -g hookdeck-cli" },
  { value: "yarn", label: "yarn", command: "yarn global add hookdeck-cli" },
  { value: "brew", label: "Homebrew (macOS)", command: "brew install hookdeck/hookdeck/hookdeck" },
  {
    value: "scoop",
    label: "Scoop (Windows)",
    command:
      "scoop bucket add hookdeck https://github.com/hookdeck/scoop-hookdeck-cli.git\nscoop install hookdeck",
  },
] as const;

export type CliInstall = (typeof CLI_INSTALLS)[number]["value"];

export const CLI_LOGIN = "hookdeck login";

/** The lines for `~/.config/hookdeck/config.toml`. `address` is where this dashboard is, without a slash at the end. */
export function cliConfiguration(address: string): string {
  return [
    `api_base = "${address}"`,
    `ws_base = "${address.replace(/^http/, "ws")}"`,
    `dashboard_base = "${address}"`,
    `console_base = "${address}"`,
    "telemetry_disabled = true",
  ].join("\n");
}

/** The port is an example; the name of the source is part of a name rule and needs no quotes. */
export function cliListen(sourceName: string): string {
  return `hookdeck listen 3000 ${sourceName}`;
}
