/** Above every page of the sample project: that its data is made up, and how to be rid of it. Loads only there. */
import { cx } from "class-variance-authority";
import { FlaskConical } from "lucide-react";
import { GuideLink } from "../../resources/guides/guide-link.tsx";
import { RemoveSampleButton } from "../../resources/sample-project/remove-sample-button.tsx";
import { linkClass } from "../../ui/link-class.ts";
import { PageBar } from "./page-bar.tsx";

export function SampleBar({ id }: { id: string }) {
  return (
    <PageBar
      icon={FlaskConical}
      iconClass="text-ink-3"
      action={<RemoveSampleButton id={id} variant="quiet" />}
    >
      <strong className="font-semibold">Sample project.</strong> Its traffic is made up, and the destinations
      that came with it are mocks: they send nothing.{" "}
      <GuideLink guide="sample-project" className={cx(linkClass, "whitespace-nowrap")}>
        What happened in it
      </GuideLink>
    </PageBar>
  );
}
