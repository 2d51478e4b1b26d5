/**
 * How does a test decide what a name resolves to?
 *
 * A real name server on loopback, over UDP. It answers for the names that the test gives it, keeps silent about those
 * that are `"silent"`, and says of all others that they do not exist.
 */
import { createSocket } from "node:dgram";
import { once } from "node:events";

const TYPE_A = 1;
const TYPE_AAAA = 28;
const HEAD_BYTES = 12;
const NO_SUCH_NAME = 3;

export interface GivenName {
  /** An IPv4 address. */
  address: string;
  ttl?: number;
}

export interface Query {
  name: string;
  type: "A" | "AAAA";
}

/** The names may be changed while the server runs. */
export async function startNameServer(names: Record<string, GivenName | "silent">) {
  const socket = createSocket("udp4");
  /** One of each lookup: a query that is repeated keeps its id. */
  const asked = new Map<string, Query>();
  socket.on("message", (query, { port, address }) => {
    const { name, type, end } = questionOf(query);
    asked.set(`${query.readUInt16BE(0)} ${name} ${type}`, { name, type: type === TYPE_AAAA ? "AAAA" : "A" });
    const given = names[name];
    if (given !== "silent") socket.send(answerTo(query.subarray(0, end), given, type), port, address);
  });
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  return {
    address: `127.0.0.1:${socket.address().port}`,
    lookupsOf: (name: string) =>
      [...asked.values()].filter((query) => query.name === name && query.type === "A"),
    asked: () => [...asked.values()],
    close: () => socket.close(),
  };
}

function questionOf(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = HEAD_BYTES;
  for (let length = query.readUInt8(at); length > 0; length = query.readUInt8(at)) {
    labels.push(query.toString("latin1", at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join(".").toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 };
}

/** `question` is the head and the question of a query. */
function answerTo(question: Buffer, given: GivenName | undefined, type: number): Buffer {
  const records = given && type === TYPE_A ? [addressRecord(given)] : [];
  const head = Buffer.from(question.subarray(0, HEAD_BYTES));
  head.writeUInt16BE(0x8180 | (given ? 0 : NO_SUCH_NAME), 2);
  head.writeUInt16BE(records.length, 6);
  head.writeUInt16BE(0, 8);
  head.writeUInt16BE(0, 10);
  return Buffer.concat([head, question.subarray(HEAD_BYTES), ...records]);
}

function addressRecord({ address, ttl = 300 }: GivenName): Buffer {
  const record = Buffer.alloc(16);
  record.writeUInt16BE(0xc000 | HEAD_BYTES, 0); // the name of the question
  record.writeUInt16BE(TYPE_A, 2);
  record.writeUInt16BE(1, 4); // the internet
  record.writeUInt32BE(ttl, 6);
  record.writeUInt16BE(4, 10);
  record.set(address.split(".").map(Number), 12);
  return record;
}
