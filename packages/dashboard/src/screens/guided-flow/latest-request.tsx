/** The latest request with all that its sender has sent. */
import type { Request } from "@posthorn/contract/requests";
import { RequestData } from "../../resources/requests/request-data.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";

export function LatestRequest({ request }: { request: Request }) {
  return (
    <section
      aria-label="Latest request"
      className="shrink-0 overflow-hidden rounded-lg border border-line bg-surface text-left"
    >
      <header className="flex items-center gap-1 border-b border-line px-4 py-2">
        <span className="mono min-w-0 truncate">{request.id}</span>
        <CopyButton value={request.id} label="Copy request ID" />
      </header>
      <div className="flex flex-col gap-4 p-4">
        <RequestData request={request} />
      </div>
    </section>
  );
}
