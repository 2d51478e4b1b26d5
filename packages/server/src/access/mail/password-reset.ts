/** The message with the link by which a person chooses a new password. */
import type { Message } from "../../outbound/mail.ts";

export function resetUrl(publicUrl: string, token: string): string {
  return `${publicUrl}/reset-password?token=${encodeURIComponent(token)}`;
}

export function passwordResetMessage(to: string, url: string): Message {
  return {
    to: [to],
    subject: "Choose a new password for Posthorn",
    text: [
      "Somebody asked for a new password for this address on Posthorn. Choose it here:",
      url,
      "The link works once, for one hour. If it was not you, there is nothing to do: your password stays as it is.",
      "",
    ].join("\n\n"),
  };
}
