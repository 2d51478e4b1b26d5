/** In which forms may a person paste a public key of RSA? */
import type { KeyObject } from "node:crypto";

/** `certificate` is one of the key, in PEM. */
export function writtenKeys(key: KeyObject, certificate: string): Record<string, string> {
  const pem = key.export({ type: "spki", format: "pem" }).toString();
  const der = key.export({ type: "spki", format: "der" });
  const pkcs1 = key.export({ type: "pkcs1", format: "pem" }).toString();
  const jwk = key.export({ format: "jwk" });
  const openSsh = openSshBlob(jwk.e ?? "", jwk.n ?? "").toString("base64");
  const base64 = der.toString("base64");
  return {
    PEM: pem,
    "PEM with other line breaks": pem.replaceAll("\n", "\r\n"),
    "PEM in one line": pem.replaceAll("\n", ""),
    "PEM with spaces around it": `  ${pem.replaceAll("\n", " \n  ")}`,
    "PEM in JSON": pem.replaceAll("\n", "\\n"),
    "a JSON text of PEM": JSON.stringify(pem),
    "PEM without dashes": pem.replaceAll("-", ""),
    "PEM in a URL": encodeURIComponent(pem),
    "base64 of PEM": Buffer.from(pem).toString("base64"),
    "PEM of PKCS #1": pkcs1,
    "PEM of PKCS #1 in one line": pkcs1.replaceAll("\n", ""),
    "base64 of PKCS #1": key.export({ type: "pkcs1", format: "der" }).toString("base64"),
    "base64 of DER": base64,
    "base64 of DER in lines": linesOf(base64),
    "base64url of DER": der.toString("base64url"),
    "DER in hexadecimal digits": der.toString("hex"),
    "DER in hexadecimal digits with colons": (der.toString("hex").match(/../g) ?? []).join(":"),
    "base64 of DER without its end": base64.slice(0, -40),
    "a certificate": certificate,
    "a certificate in one line": certificate.replaceAll(/\r?\n/g, ""),
    "base64 of a certificate": certificate.replaceAll(/-----[A-Z ]+-----|\s/g, ""),
    "a JSON Web Key": JSON.stringify(jwk),
    "a JSON Web Key in lines": JSON.stringify({ kid: "1", ...jwk }, null, 2),
    "a JSON Web Key Set": JSON.stringify({ keys: [jwk] }),
    "base64 of a JSON Web Key": Buffer.from(JSON.stringify(jwk)).toString("base64url"),
    "a list of JSON Web Keys": JSON.stringify([jwk]),
    "a JSON Web Key Set in JSON": JSON.stringify({ data: { keys: [jwk] } }),
    "a JSON Web Key as a file has it": `\ufeff${JSON.stringify(jwk)}\n`,
    "a JSON Web Key in single quotes": JSON.stringify(jwk).replaceAll('"', "'"),
    "a JSON Web Key in YAML": JSON.stringify(jwk, null, 1).replaceAll(/[{}",]/g, ""),
    "base64 of DER in JSON": JSON.stringify({ publicKey: base64 }),
    "base64 of DER in a file of settings": `PUBLIC_KEY="${base64}"`,
    "PEM in a data URL": `data:application/x-pem-file;base64,${Buffer.from(pem).toString("base64")}`,
    XML: `<RSAKeyValue><Modulus>${base64Of(jwk.n)}</Modulus><Exponent>${base64Of(jwk.e)}</Exponent></RSAKeyValue>`,
    "a line of OpenSSH": `ssh-rsa ${openSsh} somebody@example.com`,
    "base64 of OpenSSH": openSsh,
    "a file of SSH2": `---- BEGIN SSH2 PUBLIC KEY ----\n${linesOf(openSsh)}\n---- END SSH2 PUBLIC KEY ----`,
  };
}

const base64Of = (base64url = "") => Buffer.from(base64url, "base64url").toString("base64");
const linesOf = (text: string) => (text.match(/.{1,64}/g) ?? []).join("\n");

/** RFC 4253: the kind and the two numbers, each after its length. A positive number begins with no 1 bit. */
function openSshBlob(e: string, n: string): Buffer {
  const parts = [
    Buffer.from("ssh-rsa"),
    ...[e, n].map((number) => positive(Buffer.from(number, "base64url"))),
  ];
  return Buffer.concat(parts.flatMap((part) => [lengthOf(part), part]));
}

function positive(number: Buffer): Buffer {
  return (number[0] ?? 0) < 0x80 ? number : Buffer.concat([Buffer.of(0), number]);
}

function lengthOf(part: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(part.length);
  return length;
}
