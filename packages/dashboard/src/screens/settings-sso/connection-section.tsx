/** The connection to the identity provider: with which protocol, and its settings. */
import type { SingleSignOn, SsoKind } from "@posthorn/contract/sso";
import { type ReactNode, useState } from "react";
import { later } from "../../ui/later.tsx";
import { SegmentedControl } from "../../ui/segmented-control.tsx";
import { OidcSection } from "./oidc-section.tsx";

const saml = later(() => import("./saml-section.tsx"));
const SamlSection = saml.component((loaded) => loaded.SamlSection);

export interface ConnectionProps {
  sso: SingleSignOn;
  /** The control that chooses the protocol. */
  choice: ReactNode;
}

const KINDS: readonly { value: SsoKind; label: string }[] = [
  { value: "oidc", label: "OpenID Connect" },
  { value: "saml", label: "SAML 2.0" },
];

export function ConnectionSection({ sso }: { sso: SingleSignOn }) {
  const stored = sso.connection?.kind;
  const [chosen, setChosen] = useState<SsoKind | null>(null);
  const kind = chosen ?? stored ?? "oidc";
  const choice = (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <SegmentedControl label="Protocol" value={kind} choices={KINDS} onChange={setChosen} />
      {stored === undefined || stored === kind ? null : (
        <p className="text-sm text-ink-3">Takes the place of the present connection when you save it.</p>
      )}
    </div>
  );
  return kind === "saml" ? (
    <SamlSection sso={sso} choice={choice} />
  ) : (
    <OidcSection sso={sso} choice={choice} />
  );
}
