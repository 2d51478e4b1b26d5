/**
 * The Overview tab: evidence on the left, the property list (344 px) on the right. On a narrow screen the properties
 * come before the evidence, and only what a page has to say at once comes before them.
 */
import { cx } from "class-variance-authority";
import type { ReactNode } from "react";
import { PropertyList } from "../property-list.tsx";

export interface EntityOverviewProps {
  /** What has to be read first, such as what is wrong. */
  first?: ReactNode;
  /** `Property` elements, in the order of the spec. */
  properties: ReactNode;
  /** `OverviewSection` elements below the properties. */
  beside?: ReactNode;
  /** `OverviewSection` elements. */
  children: ReactNode;
}

export function EntityOverview({ first, properties, beside, children }: EntityOverviewProps) {
  const hasFirst = first !== undefined;
  return (
    <main
      className={cx(
        "grid min-h-0 flex-1 content-start overflow-y-auto lg:grid-cols-[minmax(0,1fr)_344px] lg:content-stretch",
        hasFirst && "lg:grid-rows-[auto_1fr]",
      )}
    >
      {hasFirst ? (
        <div className="flex min-w-0 flex-col gap-4 px-5 pt-5 max-md:px-3 lg:col-start-1 lg:row-start-1">
          {first}
        </div>
      ) : null}
      <div
        className={cx(
          "flex flex-col gap-7 px-5 py-5 max-lg:border-b max-lg:border-line max-md:px-3 lg:col-start-2 lg:row-start-1 lg:border-l lg:border-line",
          hasFirst && "lg:row-span-2",
        )}
      >
        <section aria-label="Properties">
          <PropertyList className="grid-cols-[128px_minmax(0,1fr)]!">{properties}</PropertyList>
        </section>
        {beside}
      </div>
      <div
        className={cx(
          "flex min-w-0 flex-col gap-7 px-5 py-5 max-md:px-3 lg:col-start-1",
          hasFirst ? "lg:row-start-2" : "lg:row-start-1",
        )}
      >
        {children}
      </div>
    </main>
  );
}

export interface OverviewSectionProps {
  title: string;
  /** A link at the end of the title's line. */
  aside?: ReactNode;
  children: ReactNode;
}

export function OverviewSection({ title, aside, children }: OverviewSectionProps) {
  return (
    <section aria-label={title}>
      <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 className="text-lg font-semibold">{title}</h2>
        {aside}
      </div>
      {children}
    </section>
  );
}
