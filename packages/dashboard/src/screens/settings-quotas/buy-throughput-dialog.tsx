/**
 * Which throughput should the project buy? Every tier of the plan is a stop of the slider, and the box below says what a
 * choice costs: now, from today on, and for the rest of the period. The server counts these amounts as the invoice does.
 */
import { CARD_REQUIRED } from "@posthorn/contract/billing";
import type { Quotas } from "@posthorn/contract/quotas";
import type { ThroughputOffer, ThroughputTiers } from "@posthorn/contract/throughput";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { moneyText, shortMoneyText } from "../../resources/plans/money.ts";
import { useUpdateThroughput } from "../../resources/quotas/throughput-actions.ts";
import { useSession } from "../../resources/session/use-session.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Callout } from "../../ui/callout.tsx";
import { countText, shortCount } from "../../ui/count.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { linkClass } from "../../ui/link-class.ts";
import { StopSlider } from "../../ui/stop-slider.tsx";
import { placeAmong } from "./place-among.ts";
import type { QuotaRange } from "./quotas-url.ts";
import { usePeakPerSecond } from "./use-peak.ts";

/** Labels from this number on are short: `10k`. */
const SHORT_FROM = 10_000;

export interface BuyThroughputDialogProps {
  quotas: Quotas;
  /** With at least one tier. */
  tiers: ThroughputTiers;
  /** The range of the page's charts, in which the peak is searched. */
  range: QuotaRange;
  onClose: () => void;
}

const perSecond = (count: number) => `${countText(count)} ${count === 1 ? "event" : "events"} per second`;

export function BuyThroughputDialog({ quotas, tiers, range, onClose }: BuyThroughputDialogProps) {
  const { project } = useSession();
  const { models, billing_meta, contact_url } = tiers;
  const hasCustom = contact_url !== null;
  const presentAt = Math.max(
    0,
    models.findIndex(({ events_per_second }) => events_per_second === billing_meta.tier),
  );
  const [at, setAt] = useState(presentAt);
  const { mutate: update, isPending } = useUpdateThroughput();
  const peak = usePeakPerSecond(range);
  const present = models[presentAt];
  const chosen = models[at];
  const highest = models.at(-1);
  if (!present || !highest) return null;
  const lacksCard = tiers.is_card_missing && chosen !== undefined && chosen.price > 0;
  const stops = models.map((offer, place) => ({
    label:
      offer.events_per_second < SHORT_FROM
        ? countText(offer.events_per_second)
        : shortCount(offer.events_per_second),
    inWords: `${perSecond(offer.events_per_second)}, ${place === 0 ? "included" : `${shortMoneyText(offer.price)} a month`}`,
    note: place === 0 ? "included" : place === presentAt ? "current" : undefined,
  }));
  const custom = { label: "Custom", inWords: `Custom: more than ${perSecond(highest.events_per_second)}` };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Throughput"
      description={`How many events per second ${project.name} may deliver. More than that waits; nothing is lost.`}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          {chosen ? (
            <Button
              variant="primary"
              isPending={isPending}
              disabledReason={
                at === presentAt ? "The project has this throughput" : lacksCard ? CARD_REQUIRED : undefined
              }
              onClick={() => update(at === 0 ? null : chosen.events_per_second, { onSuccess: onClose })}
            >
              Change to {countText(chosen.events_per_second)} / s
            </Button>
          ) : (
            <a
              href={contact_url ?? undefined}
              target="_blank"
              rel="noreferrer"
              className={buttonClass({ variant: "primary" })}
            >
              Contact us
            </a>
          )}
        </>
      }
    >
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-4">
        <p>
          <span className="text-2xl font-semibold tabular-nums">
            {chosen ? countText(chosen.events_per_second) : `> ${countText(highest.events_per_second)}`}
          </span>{" "}
          <span className="text-sm text-ink-2">
            {chosen?.events_per_second === 1 ? "event" : "events"} per second
          </span>
        </p>
        {chosen ? <Price offer={chosen} /> : <p className="text-lg font-semibold">Custom</p>}
      </div>
      <StopSlider
        label="Events per second"
        stops={hasCustom ? [...stops, custom] : stops}
        value={at}
        onChange={setAt}
        pointer={
          peak === null
            ? undefined
            : {
                at: placeAmong(
                  models.map(({ events_per_second }) => events_per_second),
                  peak,
                ),
                text: `your peak ${countText(Math.ceil(peak))}`,
              }
        }
      />
      {chosen ? (
        <Costs present={present} chosen={chosen} tiers={tiers} />
      ) : (
        <p className="mt-3 rounded-md border border-line bg-sunken px-3 py-2.5 text-sm text-ink-2">
          More than {perSecond(highest.events_per_second)} is agreed with you. Say how much you need.
        </p>
      )}
      {chosen ? (
        <p className="mt-3 text-xs text-ink-2">
          Takes effect at once. Reducing throughput gives a prorated credit. Both are on the invoice of the
          period.
        </p>
      ) : null}
      {lacksCard ? (
        <Callout tone="hold" title="This throughput is charged to a card" className="mt-3">
          The organization has none yet.{" "}
          <Link to="/settings/organization/billing/payment-method" className={linkClass}>
            Add a card
          </Link>
        </Callout>
      ) : null}
      {chosen && isHeldBack(quotas, present, chosen) ? (
        <Callout
          tone="hold"
          title={`An own limit holds the project at ${perSecond(quotas.max_events_per_second ?? 0)}`}
          className="mt-3"
        >
          It stays until you{" "}
          <Link
            from="/settings/project/quotas"
            to="."
            search={(search) => ({ ...search, view: "limit" as const })}
            replace
            className={linkClass}
          >
            change the own limit
          </Link>
          .
        </Callout>
      ) : null}
    </Dialog>
  );
}

/** The number of the quotas is the lower one of the own limit and of what the project has. */
function isHeldBack(
  { max_events_per_second: counts }: Quotas,
  present: ThroughputOffer,
  chosen: ThroughputOffer,
): boolean {
  return counts !== null && counts < present.events_per_second && counts < chosen.events_per_second;
}

function Price({ offer: { price, compare_at_price } }: { offer: ThroughputOffer }) {
  return (
    <p className="tabular-nums">
      {compare_at_price === null ? null : (
        <>
          <s className="text-ink-3">
            <span className="sr-only">Before: </span>
            {shortMoneyText(compare_at_price)}
          </s>{" "}
        </>
      )}
      <span className="text-lg font-semibold">{shortMoneyText(price)}</span>{" "}
      <span className="text-sm text-ink-2">/ month</span>
    </p>
  );
}

interface CostsProps {
  present: ThroughputOffer;
  chosen: ThroughputOffer;
  tiers: Pick<ThroughputTiers, "today" | "period_end">;
}

function Costs({ present, chosen, tiers: { today, period_end } }: CostsProps) {
  const isChange = chosen !== present;
  return (
    <dl
      aria-live="polite"
      className="mt-3 flex flex-col gap-1.5 rounded-md border border-line bg-sunken px-3 py-2.5 text-sm tabular-nums"
    >
      <Cost name={`Now, ${perSecond(present.events_per_second)}`}>{moneyText(present.price)} / month</Cost>
      {isChange ? (
        <>
          <Cost name={`From today, ${perSecond(chosen.events_per_second)}`}>
            {moneyText(chosen.price)} / month
          </Cost>
          <Cost name={`${chosen.change < 0 ? "Less" : "More"} for ${today} to ${period_end}`}>
            <strong className="font-semibold">{moneyText(Math.abs(chosen.change))}</strong>
          </Cost>
        </>
      ) : null}
    </dl>
  );
}

function Cost({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-4">
      <dt className="text-ink-2">{name}</dt>
      <dd className="ml-auto">{children}</dd>
    </div>
  );
}
