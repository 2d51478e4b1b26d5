/**
 * How does a test decide what a name resolves to?
 *
 * A real name server on loopback, over UDP. It answers for the names that the test gives it, with addresses, aliases and
 * texts. It keeps silent about those that are `"silent"`, and says of all others that they do not exist.
 */
import { createSocket } from "node:dgram";
import { once } from "node:events";

const TYPE_A = 1;
const TYPE_CNAME = 5;
const TYPE_TXT = 16;
const TYPE_AAAA = 28;
const TYPE_NAMES = { [TYPE_A]: "A", [TYPE_CNAME]: "CNAME", [TYPE_TXT]: "TXT", [TYPE_AAAA]: "AAAA" } as const;
type TypeName = (typeof TYPE_NAMES)[keyof typeof TYPE_NAMES];
const TEXT_PART_BYTES = 255;
const HEAD_BYTES = 12;
const NO_SUCH_NAME = 3;

export interface GivenName {
  /** An IPv4 address. */
  address?: string;
  /** The name for which this one stands. */
  alias?: string;
  texts?: readonly string[];
  ttl?: number;
}

export interface Query {
  name: string;
  type: TypeName;
}

/** The names may be changed while the server runs. */
export async function startNameServer(names: Record<string, GivenName | "silent">) {
  const socket = createSocket("udp4");
  /** One of each lookup: a query that is repeated keeps its id. */
  const asked = new Map<string, Query>();
  socket.on("message", (query, { port, address }) => {
    const { name, type, end } = questionOf(query);
    asked.set(`${query.readUInt16BE(0)} ${name} ${type}`, { name, type: typeName(type) });
    const given = names[name];
    if (given === "silent") return;
    const found = given && answersOf(names, given, type);
    socket.send(answerTo(query.subarray(0, end), found ?? null), port, address);
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

function typeName(type: number): TypeName {
  return (TYPE_NAMES as Readonly<Record<number, TypeName>>)[type] ?? "A"; // tests ask for no other type
}

interface Answer {
  type: number;
  ttl: number;
  data: Buffer;
  /** Whose record it is, if not that of the question. */
  owner?: string;
}

/** An alias is answered whatever was asked for, and what it leads to if it is here, as name servers do. */
function answersOf(
  names: Readonly<Record<string, GivenName | "silent">>,
  { address, alias, texts = [], ttl = 300 }: GivenName,
  type: number,
): Answer[] {
  if (alias !== undefined) {
    const answer = { type: TYPE_CNAME, ttl, data: nameBytes(alias) };
    const target = names[alias];
    if (type === TYPE_CNAME || target === undefined || target === "silent") return [answer];
    const behind = answersOf(names, target, type);
    for (const one of behind) one.owner ??= alias;
    return [answer, ...behind];
  }
  if (type === TYPE_TXT) return texts.map((text) => ({ type, ttl, data: textBytes(text) }));
  if (type !== TYPE_A || address === undefined) return [];
  return [{ type, ttl, data: Buffer.from(address.split(".").map(Number)) }];
}

/** `question` is the head and the question of a query. Null: there is no such name. */
function answerTo(question: Buffer, answers: readonly Answer[] | null): Buffer {
  const head = Buffer.from(question.subarray(0, HEAD_BYTES));
  head.writeUInt16BE(0x8180 | (answers === null ? NO_SUCH_NAME : 0), 2);
  head.writeUInt16BE(answers?.length ?? 0, 6);
  head.writeUInt16BE(0, 8);
  head.writeUInt16BE(0, 10);
  return Buffer.concat([head, question.subarray(HEAD_BYTES), ...(answers ?? []).flatMap(recordBytes)]);
}

function recordBytes({ type, ttl, data, owner }: Answer): Buffer[] {
  const questioned = Buffer.from([0xc0, HEAD_BYTES]);
  const record = Buffer.alloc(10);
  record.writeUInt16BE(type, 0);
  record.writeUInt16BE(1, 2); // the internet
  record.writeUInt32BE(ttl, 4);
  record.writeUInt16BE(data.length, 8);
  return [owner === undefined ? questioned : nameBytes(owner), record, data];
}

function nameBytes(name: string): Buffer {
  const labels = name.split(".").map((label) => Buffer.from(label, "latin1"));
  return Buffer.concat([
    ...labels.flatMap((label) => [Buffer.from([label.length]), label]),
    Buffer.from([0]),
  ]);
}

/** A long text travels in parts. */
function textBytes(text: string): Buffer {
  const bytes = Buffer.from(text);
  const parts: Buffer[] = [];
  for (let at = 0; at === 0 || at < bytes.length; at += TEXT_PART_BYTES) {
    const part = bytes.subarray(at, at + TEXT_PART_BYTES);
    parts.push(Buffer.from([part.length]), part);
  }
  return Buffer.concat(parts);
}
