/**
 * What is one version beside another? The older one is always on the left of each change, whichever of the two was chosen.
 */
import type { ConnectionVersion, VersionState } from "@posthorn/contract/connection-versions";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { History } from "lucide-react";
import { useState } from "react";
import { stateText } from "../../../resources/connection-versions/state-text.ts";
import { NOW, versionQuery } from "../../../resources/connection-versions/version-queries.ts";
import { authorOf, changesOf, timeOf } from "../../../resources/connection-versions/version-words.ts";
import { Button } from "../../../ui/button.tsx";
import { CodeBlock } from "../../../ui/code-block.tsx";
import { CodeDiff } from "../../../ui/code-editor/code-diff.tsx";
import { diffHeight } from "../../../ui/code-editor/diff-height.ts";
import { diffCounts } from "../../../ui/code-editor/line-diff.ts";
import { later } from "../../../ui/later.tsx";
import { LoadFailed } from "../../../ui/load-failed.tsx";
import { Select } from "../../../ui/select.tsx";
import { TextSkeleton } from "../../../ui/skeleton.tsx";

const route = getRouteApi("/_app/connections/$id/versions");

const dialog = later(() => import("./restore-dialog.tsx"));
const RestoreDialog = dialog.component((loaded) => loaded.RestoreDialog);

const HEIGHT_MOST_PX = 640;

export interface VersionComparisonProps {
  connectionId: string;
  version: ConnectionVersion;
  /** Those of the page. */
  versions: readonly ConnectionVersion[];
}

export function VersionComparison({ connectionId, version, versions }: VersionComparisonProps) {
  const navigate = route.useNavigate();
  const { with: other = version.before ?? undefined } = route.useSearch();
  const [isRestoring, setIsRestoring] = useState(false);
  const shown = useQuery(versionQuery(connectionId, version.id));
  const compared = useQuery(versionQuery(connectionId, other ?? NOW));
  const beside = other === undefined ? undefined : compared.data;
  const now = useQuery(versionQuery(connectionId, NOW));
  const failed = [shown, compared, now].find(({ isError, data }) => isError && data === undefined);
  const whyNoRestore = whyNotRestored(shown.data, now.data);
  return (
    <section aria-labelledby="version-heading" className="min-w-0 rounded-lg border border-line bg-surface">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line px-3 py-2.5">
        <h2 id="version-heading" className="min-w-0 text-sm">
          <span className="font-semibold">
            {version.created_at === null ? "Before the oldest save" : `Version of ${timeOf(version)}`}
          </span>
          {version.by === null ? null : <span className="text-ink-2"> by {authorOf(version)}</span>}
        </h2>
        <Button
          size="sm"
          icon={<History />}
          disabledReason={whyNoRestore}
          onPointerEnter={dialog.load}
          onClick={() => setIsRestoring(true)}
          className="ml-auto"
        >
          Restore…
        </Button>
        <div className="flex w-full min-w-0 items-center gap-2 text-xs text-ink-2">
          <label htmlFor="compared-with" className="shrink-0">
            Compared with
          </label>
          <Select
            id="compared-with"
            className="max-w-100 min-w-0"
            value={other ?? ""}
            options={choicesBeside(version, versions)}
            onChange={({ target: { value } }) =>
              void navigate({
                search: (search) => ({
                  ...search,
                  version: version.id,
                  with: value === (version.before ?? "") ? undefined : value,
                }),
                replace: true,
              })
            }
          />
        </div>
      </div>
      {failed === undefined ? (
        <Comparison
          isFirst={other === undefined}
          isPending={shown.data === undefined || (other !== undefined && beside === undefined)}
          {...inOrder({ id: version.id, state: shown.data }, { id: other, state: beside })}
        />
      ) : (
        <LoadFailed error={failed.error} onRetry={failed.refetch} />
      )}
      <p className="border-t border-line px-3 py-2 text-xs text-ink-2">
        Secrets and the query of a URL are in no version: a restore leaves them as they are now. The code of a
        transformation is not part of a version.
      </p>
      {isRestoring ? (
        <RestoreDialog
          connectionId={connectionId}
          version={version}
          onClose={() => setIsRestoring(false)}
          onRestored={() => {
            setIsRestoring(false);
            void navigate({ search: {} });
          }}
        />
      ) : null}
    </section>
  );
}

interface Side {
  /** Undefined: there is nothing before the first version. */
  id: string | undefined;
  state: VersionState | undefined;
}

function inOrder(
  one: Side,
  other: Side,
): { before: VersionState | undefined; after: VersionState | undefined } {
  const [older, newer] = orderOf(one.id) < orderOf(other.id) ? [one, other] : [other, one];
  return { before: older.state, after: newer.state };
}

/** Ids of versions sort by time. */
function orderOf(id: string | undefined): string {
  if (id === undefined) return "0";
  if (id === NOW) return "3";
  return id.startsWith("aud_") ? `2 ${id}` : "1";
}

/** The one before it is the first choice. It may be on the next page. */
function choicesBeside(version: ConnectionVersion, versions: readonly ConnectionVersion[]) {
  const others = versions.filter(({ id }) => id !== version.id && id !== version.before);
  return [
    {
      value: version.before ?? "",
      label: version.before === null ? "Nothing: it is the first" : "The version before it",
    },
    { value: NOW, label: "How it is now" },
    ...others.map((one) => ({
      value: one.id,
      label:
        one.created_at === null
          ? "Before the oldest save"
          : `${timeOf(one)}, ${authorOf(one)}: ${changesOf(one)}`,
    })),
  ];
}

function whyNotRestored(shown?: VersionState, now?: VersionState): string | undefined {
  if (!shown || !now) return "The version is not loaded yet";
  return stateText(shown) === stateText(now) ? "The connection is like this now" : undefined;
}

interface ComparisonProps {
  isFirst: boolean;
  isPending: boolean;
  before: VersionState | undefined;
  after: VersionState | undefined;
}

function Comparison({ isFirst, isPending, before, after }: ComparisonProps) {
  if (isPending) return <TextSkeleton label="version" lines={6} />;
  const [old, present] = [
    before === undefined ? "" : stateText(before),
    after === undefined ? "" : stateText(after),
  ];
  if (old === present)
    return (
      <p className="px-3 py-3 text-sm text-ink-2">
        Only values differ that are not kept, such as secrets, or nothing does.
      </p>
    );
  if (isFirst)
    return (
      <div className="p-3 pt-2">
        <p className="mb-2 text-xs text-ink-2">Everything is new</p>
        <CodeBlock code={present} copyLabel="Copy version" />
      </div>
    );
  const counts = diffCounts(old, present);
  return (
    <>
      {counts === null ? null : (
        <p className="px-3 py-2 text-xs text-ink-2 tabular-nums">
          <span className="text-ok">+{counts.added}</span> <span className="text-bad">−{counts.removed}</span>{" "}
          lines
        </p>
      )}
      <CodeDiff
        label="Changes between the two versions"
        before={old}
        after={present}
        language="json"
        height={diffHeight(counts, HEIGHT_MOST_PX)}
        className="rounded-none border-x-0 border-b-0"
      />
    </>
  );
}
