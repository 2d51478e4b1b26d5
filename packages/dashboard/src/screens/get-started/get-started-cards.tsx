/** What people use the product for, and what there is to read. Each card opens a guide in a tab of its own. */
import {
  AlignLeft,
  ArrowDownToLine,
  ArrowRightFromLine,
  ArrowRightToLine,
  ArrowUpRight,
  Braces,
  ListFilter,
  RefreshCw,
  Spline,
  TriangleAlert,
  type LucideIcon,
} from "lucide-react";
import type { ComponentType } from "react";
import { GuideLink } from "../../resources/guides/guide-link.tsx";
import { AsynchronousDrawing, ReceiveDrawing, RouteDrawing, SendDrawing } from "./use-case-drawings.tsx";

interface UseCase {
  title: string;
  text: string;
  /** The name of its file in docs/guides, as below. */
  guide: string;
  Drawing: ComponentType;
}

const USE_CASES: readonly UseCase[] = [
  {
    title: "Receive webhooks",
    text: "Take webhooks from Stripe, Shopify or GitHub, queue them and deliver them at your pace.",
    guide: "receive-webhooks",
    Drawing: ReceiveDrawing,
  },
  {
    title: "Send webhooks",
    text: "Publish events from your own product to the endpoints of your customers.",
    guide: "send-webhooks",
    Drawing: SendDrawing,
  },
  {
    title: "Third-party routing",
    text: "Connect services to each other, with filters and transformations on the way.",
    guide: "connect-services",
    Drawing: RouteDrawing,
  },
  {
    title: "Asynchronous API",
    text: "Answer your callers at once and let Posthorn do the slow part behind them.",
    guide: "asynchronous-api",
    Drawing: AsynchronousDrawing,
  },
];

interface Doc {
  title: string;
  text: string;
  guide: string;
  icon: LucideIcon;
}

const DOCS: readonly Doc[] = [
  { title: "Connections", text: "Join a source to a destination", guide: "connections", icon: Spline },
  { title: "Sources", text: "URLs that receive requests", guide: "sources", icon: ArrowRightFromLine },
  { title: "Destinations", text: "HTTP, CLI and mock API", guide: "destinations", icon: ArrowRightToLine },
  { title: "Requests", text: "What came in, accepted or not", guide: "requests", icon: ArrowDownToLine },
  {
    title: "Events and attempts",
    text: "What was sent, and how it went",
    guide: "events-and-attempts",
    icon: AlignLeft,
  },
  { title: "Issues", text: "Failures grouped, with alerts", guide: "issues", icon: TriangleAlert },
  { title: "Transformations", text: "Change payloads in JavaScript", guide: "transformations", icon: Braces },
  { title: "Filters", text: "Deliver only what matters", guide: "filters", icon: ListFilter },
  { title: "Retries", text: "When and how often to try again", guide: "retries", icon: RefreshCw },
];

export function UseCaseCards() {
  return (
    <ul className="grid grid-cols-4 gap-3 max-lg:grid-cols-2 max-sm:grid-cols-1">
      {USE_CASES.map(({ title, text, guide, Drawing }) => (
        <li key={guide} className="flex">
          <GuideLink
            guide={guide}
            className="flex flex-1 flex-col rounded-md border border-line bg-surface p-4.5 text-ink-2 transition-colors hover:border-line-strong"
          >
            <Drawing />
            <span className="mt-5 font-medium text-ink">{title}</span>
            <span className="mt-1 text-sm">{text}</span>
          </GuideLink>
        </li>
      ))}
    </ul>
  );
}

export function DocCards() {
  return (
    <ul className="grid grid-cols-3 gap-px overflow-hidden rounded-md border border-line bg-line max-lg:grid-cols-2 max-sm:grid-cols-1">
      {DOCS.map(({ title, text, guide, icon: Icon }) => (
        <li key={guide} className="flex bg-surface last:max-lg:col-span-2 last:max-sm:col-span-1">
          <GuideLink
            guide={guide}
            className="flex min-h-17 flex-1 items-center gap-3 px-4.5 py-3 transition-colors hover:bg-sel focus-visible:outline-offset-[-2px] [&_svg]:size-3.5 [&_svg]:shrink-0"
          >
            <Icon aria-hidden />
            <span className="min-w-0 flex-1">
              <span className="block text-sm font-medium">{title}</span>
              <span className="block text-xs text-ink-2">{text}</span>
            </span>
            <ArrowUpRight aria-hidden className="text-ink-3" />
          </GuideLink>
        </li>
      ))}
    </ul>
  );
}
