/** The mail with the link by which a person joins an organization. */
import { INVITATION_PATH } from "@posthorn/contract/invitations";
import { INVITATION_LIFETIME_DAYS } from "@posthorn/contract/limits";
import type { GrantedRole } from "@posthorn/contract/roles";
import type { Letter } from "./letter.ts";

interface Invited {
  inviter_name: string;
  organization_name: string;
  role: GrantedRole;
}

export function invitationUrl(publicUrl: string, { key }: { key: string }): string {
  return `${publicUrl}${INVITATION_PATH}?key=${encodeURIComponent(key)}`;
}

export function invitationLetter({ inviter_name, organization_name, role }: Invited, url: string): Letter {
  const organization = inOneLine(organization_name);
  return {
    title: `Join ${organization} on Posthorn`,
    lines: [
      `${inOneLine(inviter_name)} invites you to join ${organization} as ${role}.`,
      `You join only when you accept the invitation. The link works once, for ${INVITATION_LIFETIME_DAYS} days.`,
      "If you do not know the person, there is nothing to do.",
    ],
    link: { label: "Open the invitation", url },
    reason: "You get this mail because somebody typed your address to invite you.",
  };
}

/** People choose these names, so a name must not look like a paragraph of ours. */
function inOneLine(name: string): string {
  return name.replaceAll(/\s+/g, " ").trim();
}
