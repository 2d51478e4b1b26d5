/** The one card of an installation without plans: everything is included, and how an operator offers plans. */
import { Check } from "lucide-react";
import type { ReactNode } from "react";
import { GuideLink } from "../../resources/guides/guide-link.tsx";
import { FEATURE_LABELS } from "../../resources/plans/feature-labels.ts";
import { linkClass } from "../../ui/link-class.ts";

const NOT_LIMITED = ["Events", "Users", "Projects"];
const CHOSEN = [
  ["Retention", "Chosen for each project"],
  ["Throughput", "Chosen for each project"],
] as const;
/** An SLA is a promise of an operator. */
const INCLUDED = ["viewer_role", "all_integrations", "metrics", "metrics_export"] as const;

export function SelfHostedCard() {
  return (
    <>
      <section
        aria-labelledby="self-hosted"
        className="max-w-120 overflow-hidden rounded-lg border border-line bg-surface text-sm"
      >
        <div className="px-4 py-4">
          <h2 id="self-hosted" className="text-lg font-semibold">
            Self-hosted
          </h2>
          <p className="text-ink-2">Everything is included. Posthorn limits nothing here.</p>
        </div>
        <dl>
          {NOT_LIMITED.map((name) => (
            <Row key={name} name={name}>
              Unlimited
            </Row>
          ))}
          {CHOSEN.map(([name, text]) => (
            <Row key={name} name={name}>
              {text}
            </Row>
          ))}
          {INCLUDED.map((feature) => (
            <Row key={feature} name={FEATURE_LABELS[feature]}>
              <Check aria-hidden className="mr-1.5 inline size-4" />
              Included
            </Row>
          ))}
        </dl>
      </section>
      <section aria-labelledby="offer-plans" className="mt-6 max-w-120 text-sm">
        <h2 id="offer-plans" className="text-base font-semibold">
          Offer plans of your own
        </h2>
        <p className="mt-0.5 text-ink-2">
          If you run Posthorn for customers, you can offer them plans with limits. Write the plans into a file
          and start Posthorn with its path in <code className="mono">POSTHORN_PLANS</code>.{" "}
          <GuideLink guide="sell-it-on" className={linkClass}>
            How to offer plans
          </GuideLink>
        </p>
      </section>
    </>
  );
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex gap-4 border-t border-line px-4 py-2.5">
      <dt className="w-40 shrink-0 text-ink-2 max-sm:w-32">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
