/** API inputs: the first calls of the public API with the values of this project, for a shell, a script or Terraform. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { CodeBlock } from "../../ui/code-block.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { linkClass } from "../../ui/link-class.ts";
import { TextSkeleton } from "../../ui/skeleton.tsx";
import { TabList, TabPanel } from "../../ui/tabs.tsx";
import { basePath } from "../base-path.ts";
import { connectionsQuery } from "../connections/connection-queries.ts";
import { apiCalls, terraformFile, type OwnValues } from "./api-calls.ts";

const TABS = [
  { value: "curl", label: "cURL" },
  { value: "sdk", label: "SDK" },
  { value: "terraform", label: "Terraform" },
] as const;
type Tab = (typeof TABS)[number]["value"];

/** What a person has to know before they paste. */
const DESCRIPTIONS: Record<Tab, string> = {
  curl: "The key is read from POSTHORN_API_KEY, so that no history contains it.",
  sdk: "Install @hookdeck/sdk with npm, and save a call as an .mjs file. The key is read from POSTHORN_API_KEY.",
  terraform: "The key is read from HOOKDECK_API_KEY, so that no file contains it.",
};

const PROVIDER_DOCS = "https://registry.terraform.io/providers/hookdeck/hookdeck/latest/docs";
const NEWEST = connectionsQuery({ limit: 1, order_by: "created_at", dir: "desc" });

export function ApiInputsDialog({ onClose }: { onClose: () => void }) {
  const [tab, setTab] = useState<Tab>("curl");
  const newest = useQuery(NEWEST);
  const [connection] = newest.data?.models ?? [];
  const own: OwnValues = {
    address: location.origin + basePath,
    connection: connection
      ? { id: connection.id, source_id: connection.source.id, destination_id: connection.destination.id }
      : null,
  };
  return (
    <Dialog isOpen onClose={onClose} size="lg" title="API inputs" description={DESCRIPTIONS[tab]}>
      <TabList id="api-inputs" label="Written for" tabs={TABS} value={tab} onChange={setTab} />
      <TabPanel id="api-inputs" value={tab} className="flex flex-col gap-5 pt-4">
        {newest.isPending ? (
          <TextSkeleton label="calls" lines={8} />
        ) : tab === "terraform" ? (
          <>
            <CodeBlock code={terraformFile(own)} copyLabel="Copy Terraform file" />
            <a href={PROVIDER_DOCS} target="_blank" rel="noreferrer" className={`${linkClass} text-sm`}>
              Terraform provider
            </a>
          </>
        ) : (
          apiCalls(own).map((call) => (
            <section key={call.name}>
              <h3 className="mb-1.5 flex flex-wrap items-baseline justify-between gap-x-3 text-sm font-medium">
                {call.title} <span className="mono text-xs font-normal text-ink-3">{call.name}</span>
              </h3>
              {tab === "curl" ? (
                <CodeBlock
                  code={call.curl}
                  copyLabel={`Copy cURL command: ${call.name}`}
                  copiedText="Copied cURL command to clipboard"
                />
              ) : (
                <CodeBlock code={call.sdk} copyLabel={`Copy code: ${call.name}`} />
              )}
            </section>
          ))
        )}
      </TabPanel>
    </Dialog>
  );
}
