/**
 * How does a test answer a challenge for a passkey, without a browser?
 *
 * An authenticator of WebAuthn in software: an ES256 key, "none" as attestation, and flags that a test can choose. Each
 * signature counts one up.
 */
import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";

/** The dashboard of the tests (given-access.ts), as a browser must open it for passkeys. */
const ORIGIN = "http://localhost:4400";
const HOST = "localhost";

const PRESENT = 0x01;
const VERIFIED = 0x04;
const HAS_KEY = 0x40;

export interface AnswerOptions {
  /** False: the authenticator only noticed that somebody is there. */
  isVerified?: boolean;
  /** The page that asked. */
  origin?: string;
}

export interface SoftwarePasskey {
  id: string;
  /** What a browser sends after `navigator.credentials.create`. */
  created(challenge: string, options?: AnswerOptions): object;
  /** What a browser sends after `navigator.credentials.get`. */
  signed(challenge: string, options?: AnswerOptions): object;
}

export function softwarePasskey(transports: string[] = ["internal"]): SoftwarePasskey {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const credential = randomBytes(16);
  const id = credential.toString("base64url");
  let counter = 0;

  function authenticatorData({ isVerified = true }: AnswerOptions, key = Buffer.alloc(0)): Buffer {
    counter += 1;
    const head = Buffer.alloc(5);
    head.writeUInt8(PRESENT | (isVerified ? VERIFIED : 0) | (key.length > 0 ? HAS_KEY : 0));
    head.writeUInt32BE(counter, 1);
    return Buffer.concat([sha256(HOST), head, key]);
  }

  const answer = (response: object) => ({
    id,
    rawId: id,
    type: "public-key",
    clientExtensionResults: {},
    response,
  });

  return {
    id,
    created(challenge, options = {}) {
      const { x = "", y = "" } = publicKey.export({ format: "jwk" });
      const length = Buffer.alloc(2);
      length.writeUInt16BE(credential.length);
      const key = Buffer.concat([Buffer.alloc(16), length, credential, coseKey(x, y)]);
      return answer({
        clientDataJSON: clientData("webauthn.create", challenge, options).toString("base64url"),
        attestationObject: attestation(authenticatorData(options, key)).toString("base64url"),
        transports,
      });
    },
    signed(challenge, options = {}) {
      const client = clientData("webauthn.get", challenge, options);
      const data = authenticatorData(options);
      return answer({
        clientDataJSON: client.toString("base64url"),
        authenticatorData: data.toString("base64url"),
        signature: sign("sha256", Buffer.concat([data, sha256(client)]), privateKey).toString("base64url"),
      });
    },
  };
}

function sha256(data: string | Buffer): Buffer {
  return createHash("sha256").update(data).digest();
}

function clientData(type: string, challenge: string, { origin = ORIGIN }: AnswerOptions): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
}

/** CBOR: { 1: 2, 3: -7, -1: 1, -2: x, -3: y }, a point of P-256 for ES256. */
function coseKey(x: string, y: string): Buffer {
  const bytes32 = Buffer.from([0x58, 32]);
  return Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
    bytes32,
    Buffer.from(x, "base64url"),
    Buffer.from([0x22]),
    bytes32,
    Buffer.from(y, "base64url"),
  ]);
}

/** CBOR's form of a text of less than 24 letters. */
function word(text: string): Buffer {
  return Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)]);
}

/** CBOR: { fmt: "none", attStmt: {}, authData: data }. */
function attestation(data: Buffer): Buffer {
  return Buffer.concat([
    Buffer.from([0xa3]),
    word("fmt"),
    word("none"),
    word("attStmt"),
    Buffer.from([0xa0]),
    word("authData"),
    Buffer.from([0x58, data.length]),
    data,
  ]);
}
