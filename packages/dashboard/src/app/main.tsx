/**
 * Where the dashboard starts.
 */
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { startTransition, StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { onLossOfAccess, onSignedOut } from "../resources/api/call.ts";
import { sessionQuery } from "../resources/session/session-queries.ts";
import "../ui/styles/styles.css";
import { keepAsked } from "./asked-address.ts";
import { keepAppearance } from "./appearance.ts";
import { firstAnswers } from "./first-answers.ts";
import { loadPageScripts } from "./page-scripts.ts";
import { PlanLocked } from "./plan-lock.ts";
import { createQueryClient } from "./query-client.ts";
import { createAppRouter } from "./router.tsx";
import { endSession } from "./session-end.ts";
import { reloadWhenAssetsAreGone } from "./stale-assets.ts";

keepAppearance();
keepAsked(window.location.search);
reloadWhenAssetsAreGone();
loadPageScripts();

const queryClient = createQueryClient();
const router = createAppRouter(queryClient);

onSignedOut(() => endSession(queryClient, router));
// All calls of a page may be refused at once; one answer is enough for them.
onLossOfAccess(() => void queryClient.refetchQueries(sessionQuery, { cancelRefetch: false }));

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root");

// No `await` here: the code of a page imports parts of this file's chunk, and would wait for it.
void router
  .load()
  .then(() => firstAnswers(queryClient))
  .then(() =>
    // As a transition, it takes turns with keys and paints: a hundred rows take longer than a frame.
    startTransition(() =>
      createRoot(root, {
        // A lock is no mistake. Everything else is logged, as React itself does.
        // oxlint-disable-next-line no-console
        onCaughtError: (error) => error instanceof PlanLocked || console.error(error),
      }).render(
        <StrictMode>
          <QueryClientProvider client={queryClient}>
            <RouterProvider router={router} />
          </QueryClientProvider>
        </StrictMode>,
      ),
    ),
  );
