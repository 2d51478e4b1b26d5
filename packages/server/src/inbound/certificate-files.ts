/**
 * Which certificate do the operator's files have now?
 *
 * Tools renew certificates by writing new files, also behind links. The files are read again every few seconds, and used
 * as soon as both fit together: between the two writes, the certificate and its key do not. Until then, and if they
 * never do, the one before stays in use.
 */
import { X509Certificate, createPrivateKey } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { Log } from "../log.ts";

const READ_EVERY_MS = 5_000;

export interface CertificateFilesSettings {
  /** Paths of PEM files: the chain, and its private key. */
  cert: string;
  key: string;
}

/** PEM. Another certificate is another object. */
interface Identity {
  cert: string;
  key: string;
}

export interface CertificateFiles {
  now: () => Identity;
  stop: () => void;
}

/** Rejects if the files cannot be used: a start with wrong paths should say so at once. */
export async function readCertificateFiles(
  files: CertificateFilesSettings,
  { log, everyMs = READ_EVERY_MS }: { log: Pick<Log, "info" | "error">; everyMs?: number },
): Promise<CertificateFiles> {
  let identity = await readBoth(files);
  let failure: string | null = null;
  let isStopped = false;
  let timer = setTimeout(again, everyMs).unref();

  function again(): void {
    void readNext().finally(() => {
      if (!isStopped) timer = setTimeout(again, everyMs).unref();
    });
  }

  async function readNext(): Promise<void> {
    try {
      const read = await readBoth(files);
      failure = null;
      if (read.cert === identity.cert && read.key === identity.key) return;
      identity = read;
      log.info("tls.files_replaced", { expires_at: expiryOf(read.cert) });
    } catch (error) {
      const text = String(error);
      if (failure !== text) log.error("tls.files_unusable", { error }); // once for each reason
      failure = text;
    }
  }

  return {
    now: () => identity,
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}

async function readBoth({ cert: certPath, key: keyPath }: CertificateFilesSettings): Promise<Identity> {
  const [cert, key] = await Promise.all([readFile(certPath, "utf8"), readFile(keyPath, "utf8")]);
  if (!new X509Certificate(cert).checkPrivateKey(createPrivateKey(key)))
    throw new Error(`The key in ${keyPath} is not that of the certificate in ${certPath}`);
  return { cert, key };
}

function expiryOf(cert: string): string {
  return new Date(new X509Certificate(cert).validTo).toISOString();
}
