/** The message with the link by which a person joins an organization. */
import { INVITATION_PATH } from "@posthorn/contract/invitations";
import { INVITATION_LIFETIME_DAYS } from "@posthorn/contract/limits";
import type { Message } from "../../outbound/mail.ts";
import type { IssuedInvitation } from "../../store/invitations.ts";

export function invitationUrl(publicUrl: string, { key }: Pick<IssuedInvitation, "key">): string {
  return `${publicUrl}${INVITATION_PATH}?key=${encodeURIComponent(key)}`;
}

export function invitationMessage(
  { email, inviter_name, organization_name, role }: IssuedInvitation,
  url: string,
): Message {
  const organization = inOneLine(organization_name);
  return {
    to: [email],
    subject: `Join ${organization} on Posthorn`,
    text: [
      `${inOneLine(inviter_name)} invites you to join ${organization} on Posthorn as ${role}. Open the invitation here:`,
      url,
      `You join only when you accept it there. The link works once, for ${INVITATION_LIFETIME_DAYS} days. If you do not know the person, there is nothing to do.`,
      "",
    ].join("\n\n"),
  };
}

/** People choose these names, so a name must not look like a paragraph of ours. */
function inOneLine(name: string): string {
  return name.replaceAll(/\s+/g, " ").trim();
}
