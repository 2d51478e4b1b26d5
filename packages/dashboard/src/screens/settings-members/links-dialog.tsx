/**
 * The links of new invitations where Posthorn has no mail server. The person who invites hands them over.
 *
 * The server shows each link once. Whoever closes this without copying makes a new link in the list.
 */
import { INVITATION_LIFETIME_DAYS } from "@posthorn/contract/limits";
import { Button } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Dialog } from "../../ui/dialog.tsx";

export interface HandedLink {
  email: string;
  link: string;
}

export interface LinksDialogProps {
  links: readonly HandedLink[];
  onClose: () => void;
}

export function LinksDialog({ links, onClose }: LinksDialogProps) {
  const isOne = links.length === 1;
  return (
    <Dialog
      isOpen
      title={isOne ? "Hand over the link" : "Hand over the links"}
      description={`Posthorn has no mail server here, so it has sent no email. ${isOne ? "The" : "Each"} link works once, for ${INVITATION_LIFETIME_DAYS} days. Posthorn does not show it again.`}
      onClose={onClose}
      footer={
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <ul aria-label="Links" className="flex flex-col gap-3">
        {links.map(({ email, link }) => (
          <li key={email} className="flex flex-col gap-1.5">
            <span className="truncate text-sm font-medium">{email}</span>
            <span className="flex min-h-8 items-center gap-1 rounded-md border border-line bg-sunken py-1 pr-1 pl-2.5">
              <span className="mono min-w-0 flex-1 [overflow-wrap:anywhere]">{link}</span>
              <CopyButton value={link} label={`Copy the link of ${email}`} />
            </span>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
