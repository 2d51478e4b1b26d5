/**
 * Types whose scheme could not be established: no page that everybody can read says how they sign.
 *
 * Posthorn does not pretend to check them. Each comment says what was looked at. To add one, name the page that describes
 * its scheme, and follow docs/how-to-add-a-source-type.md.
 */
import { entries } from "./entry.ts";

export const UNESTABLISHED = entries({
  // No public documentation was found.
  BONDSMITH: { docs: null, unverified: "UNESTABLISHED" },
  // No public documentation was found.
  CHAINDOTS: { docs: null, unverified: "UNESTABLISHED" },
  // Shows an OAuth token that the receiver issues. Nothing describes the header x-gd-signature, which it sends too.
  GREENDOT: { docs: null, unverified: "UNESTABLISHED" },
  // The developer pages need an account. Public code reads different headers (x-signature, x-pf-signature).
  "PROPERTY-FINDER": { docs: null, unverified: "UNESTABLISHED" },
  // The developer pages need an account.
  REPAY: { docs: null, unverified: "UNESTABLISHED" },
  // No public documentation was found.
  THREE_D_EYE: { docs: null, unverified: "UNESTABLISHED" },
  // `Upollo-Signature: t:…,s0:…` has an HMAC-SHA512 of the body. No page says how it is written, and its site is gone.
  UPOLLO: { docs: null, unverified: "UNESTABLISHED" },
});
