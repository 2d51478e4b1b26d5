/** What do the page of a CLI's login, and the server, say of one that cannot go on? */
import type { WhyNotValid } from "./cli-logins.ts";

/** Said of the link that a CLI opens in the browser, and of the address that it polls. */
export const CLI_LOGIN_WHY_NOT_VALID: Record<WhyNotValid, string> = {
  unknown: "It may be incomplete, or too old.",
  expired: "It has expired.",
  used: "It was used already.",
  refused: "The login was refused in the browser.",
};

export const CLI_LOGIN_WHAT_NEXT = "Run the login in your terminal again to get a new one.";

export const NO_GUESTS =
  "There are no guest accounts here, because everything belongs to somebody's project. Run the CLI's login to sign in, or its ci command with an API key of your project.";
