/**
 * What does a page show if it could not start because the server was away? The reason, and a way to try again.
 */
import { useRouter, type ErrorComponentProps } from "@tanstack/react-router";
import { LoadFailed } from "../ui/load-failed.tsx";

export function StartFailed({ error }: ErrorComponentProps) {
  const router = useRouter();
  return (
    <main className="flex min-h-full items-center">
      <LoadFailed isPage error={error} onRetry={() => router.invalidate()} />
    </main>
  );
}
