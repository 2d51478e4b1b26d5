/**
 * Types whose scheme could not be established: we know no page that everybody can read and that says how they sign.
 *
 * Posthorn does not pretend to check them. To add one, name the page that describes its scheme, and follow
 * docs/how-to-add-a-source-type.md.
 */
import { entries } from "./entry.ts";

export const UNESTABLISHED = entries({
  ATTENTIVE: { docs: null, unverified: "UNESTABLISHED" },
  BASELINKER: { docs: null, unverified: "UNESTABLISHED" },
  BONDSMITH: { docs: null, unverified: "UNESTABLISHED" },
  BUNNY_STREAM: { docs: null, unverified: "UNESTABLISHED" },
  CHAINDOTS: { docs: null, unverified: "UNESTABLISHED" },
  CLOUDSIGNAL: { docs: null, unverified: "UNESTABLISHED" },
  COMMUNITY: { docs: null, unverified: "UNESTABLISHED" },
  FISERV: { docs: null, unverified: "UNESTABLISHED" },
  FORMSTACK: { docs: null, unverified: "UNESTABLISHED" },
  GREENDOT: { docs: null, unverified: "UNESTABLISHED" },
  PORTAL: { docs: null, unverified: "UNESTABLISHED" },
  "PROPERTY-FINDER": { docs: null, unverified: "UNESTABLISHED" },
  PYLON: { docs: null, unverified: "UNESTABLISHED" },
  REPAY: { docs: null, unverified: "UNESTABLISHED" },
  SHIPHERO: { docs: null, unverified: "UNESTABLISHED" },
  SMILE: { docs: null, unverified: "UNESTABLISHED" },
  STATSIG: { docs: null, unverified: "UNESTABLISHED" },
  THREE_D_EYE: { docs: null, unverified: "UNESTABLISHED" },
  TIKKIE: { docs: null, unverified: "UNESTABLISHED" },
  UPOLLO: { docs: null, unverified: "UNESTABLISHED" },
  USPS: { docs: null, unverified: "UNESTABLISHED" },
  UTILA: { docs: null, unverified: "UNESTABLISHED" },
  VOLUME: { docs: null, unverified: "UNESTABLISHED" },
  WALMART: { docs: null, unverified: "UNESTABLISHED" },
});
