/**
 * Dials a URL as a delivery would, prints the error code that people would see, and ends. `broken-network.ts` runs it
 * in a network in which nothing can be reached.
 */
import { createAddressGuard } from "../outbound/address-guard.ts";
import { createDialer } from "../outbound/dialer.ts";
import { failureCode } from "../pipeline/send/failure-code.ts";

const dialer = createDialer(createAddressGuard(["0.0.0.0/0", "::/0"]));
const exchange = await dialer.exchange({
  origin: process.argv[2] ?? "",
  path: "/",
  method: "POST",
  headers: [],
  credentialHeaders: [],
  body: Buffer.from("{}"),
  deadlineMs: 10_000,
  bodyMaxBytes: 1,
  maxRedirects: 0,
});
await dialer.close();
console.log("failure" in exchange ? failureCode(exchange.failure) : exchange.response.status);
