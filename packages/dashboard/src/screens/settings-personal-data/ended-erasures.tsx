/** The erasures that have ended, as a record for those who ask: when, by whom, how much, and a digest of the identifier. */
import type { Erasure } from "@posthorn/contract/erasures";
import { StatusBadge } from "../../ui/status-badge.tsx";
import { Moment } from "../../ui/timestamp.tsx";
import { countsText, stateOf, unreadableText } from "./erasure-words.ts";

export function EndedErasures({ erasures }: { erasures: readonly Erasure[] }) {
  return (
    <ul className="overflow-hidden rounded-md border border-line bg-surface">
      {erasures.map((erasure) => (
        <EndedErasure key={erasure.id} erasure={erasure} />
      ))}
    </ul>
  );
}

function EndedErasure({ erasure }: { erasure: Erasure }) {
  const { digest, erased, confirmed_at, confirmed_by, started_by, ended_at } = erasure;
  const { tone, word } = stateOf(erasure);
  const person = confirmed_by ?? started_by;
  const unreadable = confirmed_at === null ? null : unreadableText(erased);
  return (
    <li className="flex flex-col gap-1 border-b border-line p-3 text-sm last:border-b-0">
      <div className="flex flex-wrap items-center gap-2">
        <span className="mono">
          <span className="sr-only">Digest </span>
          {digest}
        </span>
        <StatusBadge tone={tone} className="ml-auto">
          {word}
        </StatusBadge>
      </div>
      <p className="text-ink-2">
        {confirmed_at === null ? null : <>{countsText(erased)} erased · </>}
        {ended_at === null ? null : <Moment value={ended_at} />}
        {person === null ? null : <> · {person}</>}
      </p>
      {unreadable === null ? null : <p className="text-ink-3">{unreadable}</p>}
    </li>
  );
}
