/**
 * /sso/{organization}. Hands what the identity provider has said over to the server, once, and goes on. What went wrong is
 * said here, because the provider has no page for it.
 */
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { finishSso } from "../../resources/session/single-sign-on.ts";
import { buttonClass } from "../../ui/button.tsx";
import { Callout } from "../../ui/callout.tsx";
import { usePageTitle } from "../../ui/use-page-title.ts";

export interface SsoReturnScreenProps {
  organizationId: string;
  /** What the provider has written into the address, or has posted. */
  answer: string;
  /** Where a test began; null for a sign-in. */
  back: { to: string; label: string } | null;
  onDone: () => Promise<void>;
}

export function SsoReturnScreen({ organizationId, answer, back, onDone }: SsoReturnScreenProps) {
  usePageTitle("Single sign-on");
  // A query, because it runs once for each answer however often React draws the page. A second call would be refused.
  const finished = useQuery({
    queryKey: ["sso-finish", organizationId, answer],
    queryFn: () => finishSso(organizationId, answer),
    staleTime: Infinity,
    retry: false,
    refetchOnReconnect: false,
    refetchOnWindowFocus: false,
  });
  const isDone = finished.data === null;
  const goesOn = useRef(false);
  useEffect(() => {
    if (!isDone || goesOn.current) return;
    goesOn.current = true;
    void onDone();
  }, [isDone, onDone]);
  const refusal = finished.data ?? null;
  if (refusal === null)
    return (
      <>
        <h1 className="text-2xl font-semibold tracking-tight">Signing you in</h1>
        <output className="mt-2 block text-base text-ink-2">
          Posthorn asks your identity provider who you are.
        </output>
      </>
    );
  return (
    <>
      <h1 className="text-2xl font-semibold tracking-tight">
        {back === null ? "You are not signed in" : "The test sign-on failed"}
      </h1>
      <Callout tone="bad" isUrgent title={refusal.title} className="mt-5">
        {refusal.text}
      </Callout>
      {back === null ? (
        <Link to="/sign-in" className={buttonClass({ size: "lg", className: "mt-6 w-full" })}>
          Back to the sign-in
        </Link>
      ) : (
        // The cast is safe: the address is one of ours, and the router resolves any of them.
        <Link to={back.to as "/"} className={buttonClass({ size: "lg", className: "mt-6 w-full" })}>
          {back.label}
        </Link>
      )}
    </>
  );
}
