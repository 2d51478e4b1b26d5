/** The mail with the link by which a person chooses a new password. */
import type { Letter } from "./letter.ts";

export function passwordResetUrl(publicUrl: string, token: string): string {
  return `${publicUrl}/reset-password?token=${encodeURIComponent(token)}`;
}

export function passwordResetLetter(url: string): Letter {
  return {
    title: "Choose a new password for Posthorn",
    lines: [
      "The link works once, for one hour.",
      "If it was not you who asked, there is nothing to do: your password stays as it is.",
    ],
    link: { label: "Choose a new password", url },
    reason: "You get this mail because somebody asked for a new password for this address.",
  };
}
