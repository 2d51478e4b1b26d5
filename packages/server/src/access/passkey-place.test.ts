import { expect, test } from "vitest";
import { passkeyPlace } from "./passkey-place.ts";

test.each([
  ["https://hooks.example.com", "hooks.example.com", "https://hooks.example.com"],
  ["https://example.com:8443/posthorn/", "example.com", "https://example.com:8443"],
  ["http://127.0.0.1:4400", "localhost", "http://localhost:4400"],
  ["http://[::1]:4400", "localhost", "http://localhost:4400"],
])("passkeys of %s belong to %s and work at %s", (publicUrl, rpID, origin) => {
  expect(passkeyPlace(publicUrl)).toEqual({ rpID, origin });
});
