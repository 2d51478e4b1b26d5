/** Which options does every command have? They may stand before or after the name of the command. */
import type { Option } from "../commands/command.ts";

export const GLOBAL_OPTIONS = {
  profile: {
    kind: "text",
    short: "p",
    value: "NAME",
    about: "The profile of the config file to use (POSTHORN_PROFILE)",
  },
  url: {
    kind: "text",
    value: "URL",
    about: "The address of the dashboard and API of your Posthorn (POSTHORN_URL)",
  },
  project: {
    kind: "text",
    value: "ID",
    about: "The project to act on, instead of the profile's (POSTHORN_PROJECT)",
  },
  "config-file": { kind: "text", value: "FILE", about: "The config file (POSTHORN_CONFIG)" },
  help: { kind: "flag", short: "h", about: "Show the help of the command" },
  version: { kind: "flag", short: "v", about: "Show the version of the client" },
} as const satisfies Record<string, Option>;

export type GlobalOption = keyof typeof GLOBAL_OPTIONS;

/** Everything that the client reads of the environment, in the words of the help. */
export const ENVIRONMENT = {
  POSTHORN_URL: "The address of the dashboard and API, as `--url`",
  POSTHORN_API_KEY: "A key, instead of the profile's. With `--profile`, the profile's key counts",
  POSTHORN_PROFILE: "The profile to use, as `--profile`",
  POSTHORN_PROJECT: "The project to act on, as `--project`",
  POSTHORN_CONFIG: "The config file, as `--config-file`",
  POSTHORN_DEBUG: "Not empty: show where in the client an unexpected error arose",
  XDG_CONFIG_HOME: "The folder of the folder `posthorn` with the config file; `~/.config` by default",
  BROWSER: "The program that opens links, instead of the system's",
  NO_UPDATE_NOTIFIER: "Not empty: never ask npm for a newer release; so does `CI`",
  NO_COLOR: "Not empty: no colours",
  FORCE_COLOR: "Not empty: colours also in a pipe; `0`: none",
} as const;
