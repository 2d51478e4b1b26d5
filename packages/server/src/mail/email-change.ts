/** The mail with the link by which a person confirms a new address. It goes to that address. */
import type { Letter } from "./letter.ts";

export function confirmEmailUrl(publicUrl: string, link: string): string {
  return `${publicUrl}/confirm-email?token=${encodeURIComponent(link)}`;
}

export function emailChangeLetter(url: string): Letter {
  return {
    title: "Confirm your new address for Posthorn",
    lines: [
      "The link works once, for 24 hours, and only while you are signed in.",
      "If it was not you who asked, there is nothing to do: nothing changes without the link.",
    ],
    link: { label: "Confirm this address", url },
    reason: "You get this mail because somebody wants to sign in to Posthorn with this address.",
  };
}
