/** The message with the link by which a person confirms a new address. It goes to that address. */
import type { Message } from "../../outbound/mail.ts";

export function confirmEmailUrl(publicUrl: string, link: string): string {
  return `${publicUrl}/confirm-email?token=${encodeURIComponent(link)}`;
}

export function emailChangeMessage(to: string, url: string): Message {
  return {
    to: [to],
    subject: "Confirm your new address for Posthorn",
    text: [
      "Somebody wants to sign in to Posthorn with this address. If it is you, confirm it here:",
      url,
      "The link works once, for 24 hours, and only while you are signed in. If it was not you, there is nothing to do: nothing changes without the link.",
      "",
    ].join("\n\n"),
  };
}
