/** `posthorn logout`: forgets the key of this machine. */
import { defineCommand } from "./command.ts";

export const logout = defineCommand({
  name: "logout",
  section: "account",
  about: "Forget the key of a profile",
  details:
    "The key goes from the config file; the address of the server stays for the next login. " +
    "The key itself ends after 90 days without use. To end it at once, revoke it in the dashboard: Settings > Secrets.",
  options: { all: { kind: "flag", about: "Forget all profiles, with their addresses" } },
  examples: [
    { line: "posthorn logout", about: "Sign out" },
    { line: "posthorn logout --profile work", about: "Sign out of one profile" },
  ],
  async run({ options }, { settings: { profileName, profile }, config, machine: { out, err, env } }) {
    if (options.all) {
      await config.forgetAll();
      out.write("Signed out of all profiles.\n");
    } else if (profile.key === undefined) out.write(`The profile "${profileName}" has no key.\n`);
    else {
      const { key: _key, project_id: _id, project_name: _name, ...kept } = profile;
      await config.storeProfile(profileName, kept);
      out.write(`Signed out of the profile "${profileName}".\n`);
    }
    if (env["POSTHORN_API_KEY"])
      err.write("Commands still use the key in POSTHORN_API_KEY, until you unset it.\n");
  },
});
