/**
 * How does a person send a first request? With a command in a terminal, or by a press on a button. A source that checks
 * its senders gets a command with its secret, and an example that Posthorn signs.
 */
import type { Connection } from "@posthorn/contract/connections";
import { curlExample } from "../../resources/sources/curl-example.ts";
import { SendTestRequest } from "../../resources/sources/test-request/send-test-request.tsx";
import { CodeBlock } from "../../ui/code-block.tsx";
import { later } from "../../ui/later.tsx";
import { SendTestEvent } from "./send-test-event.tsx";

/** The catalogue of providers is large, and only authenticated sources need it. */
const SignedCurlBlock = later(() => import("../../resources/sources/signed-curl-block.tsx")).component(
  (loaded) => loaded.SignedCurlBlock,
);

export function TryIt({ connection }: { connection: Connection }) {
  const { source } = connection;
  return (
    <section aria-label="Try it">
      <div className="mb-1.5 flex flex-wrap items-center justify-between gap-2">
        <h3 className="text-sm font-medium">Try it from a terminal</h3>
        <div className="flex flex-wrap gap-2">
          {source.authenticated ? <SendTestRequest source={source} size="sm" /> : null}
          <SendTestEvent connection={connection} />
        </div>
      </div>
      {source.authenticated ? (
        <SignedCurlBlock source={source} />
      ) : (
        <CodeBlock
          code={curlExample(source)}
          isWrapped
          copyLabel="Copy cURL command"
          copiedText="Copied cURL command to clipboard"
        />
      )}
    </section>
  );
}
