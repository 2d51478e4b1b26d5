/**
 * What does a page show in its place if it failed? If the server was away: the reason, and a way to try again, which a
 * network that comes back takes by itself. Otherwise our own code failed.
 */
import { useRouter, type ErrorComponentProps } from "@tanstack/react-router";
import { useEffect } from "react";
import { ApiFailure } from "../resources/api/api-failure.ts";
import { LoadFailed } from "../ui/load-failed.tsx";
import { CrashScreen } from "./crash-screen.tsx";
import { isCodeMissing } from "./stale-assets.ts";

export function PageFailed({ error }: ErrorComponentProps) {
  const wasServerAway = error instanceof ApiFailure || isCodeMissing(error);
  return wasServerAway ? <NotLoaded error={error} /> : <CrashScreen error={error} />;
}

function NotLoaded({ error }: { error: unknown }) {
  const router = useRouter();
  useEffect(() => {
    const retry = () => void router.invalidate();
    window.addEventListener("online", retry);
    return () => window.removeEventListener("online", retry);
  }, [router]);
  return (
    <main className="flex min-h-full flex-1 items-center">
      <LoadFailed isPage error={error} onRetry={() => router.invalidate()} />
    </main>
  );
}
