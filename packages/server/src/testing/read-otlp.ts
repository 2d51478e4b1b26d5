/**
 * What does a push of OTLP say?
 *
 * Reads the protobuf of an ExportMetricsServiceRequest or an ExportTraceServiceRequest by the field numbers of the public
 * definition (opentelemetry-proto, metrics/v1 and trace/v1), independently of the code that wrote it. Throws if a field
 * has another wire type.
 */
export interface ReadPoint {
  attributes: Record<string, string>;
  startMs: number;
  atMs: number;
  /** The value of a number, or the count of a histogram. */
  value: number;
  sum?: number;
  bucketCounts?: number[];
  bounds?: number[];
}

export interface ReadMetric {
  kind: "gauge" | "sum" | "histogram";
  unit: string;
  isMonotonic: boolean;
  isCumulative: boolean;
  points: ReadPoint[];
}

type Field = bigint | Buffer;

function fieldsOf(bytes: Buffer): Map<number, Field[]> {
  const fields = new Map<number, Field[]>();
  let at = 0;
  const varint = () => {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = bytes.readUInt8(at++);
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
  };
  const slice = (length: number) => bytes.subarray(at, (at += length));
  while (at < bytes.length) {
    const tag = Number(varint());
    const type = tag & 7;
    if (type !== 0 && type !== 1 && type !== 2 && type !== 5)
      throw new Error(`Wire type ${type} is not in OTLP`);
    const value = type === 0 ? varint() : slice(type === 1 ? 8 : type === 5 ? 4 : Number(varint()));
    fields.set(tag >> 3, [...(fields.get(tag >> 3) ?? []), value]);
  }
  return fields;
}

function messages(fields: ReadonlyMap<number, Field[]>, number: number): Map<number, Field[]>[] {
  return bytesIn(fields, number).map(fieldsOf);
}

function bytesIn(fields: ReadonlyMap<number, Field[]>, number: number): Buffer[] {
  return (fields.get(number) ?? []).map((field) => {
    if (!Buffer.isBuffer(field)) throw new Error(`Field ${number} is a number`);
    return field;
  });
}

function textIn(fields: ReadonlyMap<number, Field[]>, number: number): string {
  return bytesIn(fields, number)[0]?.toString("utf8") ?? "";
}

/** Eight bytes each, packed or not. */
function eights<Value>(
  fields: ReadonlyMap<number, Field[]>,
  number: number,
  read: (part: Buffer) => Value,
): Value[] {
  return bytesIn(fields, number).flatMap((packed) =>
    Array.from({ length: packed.length / 8 }, (_, at) => read(packed.subarray(at * 8, at * 8 + 8))),
  );
}

const whole = (part: Buffer) => Number(part.readBigInt64LE());
const real = (part: Buffer) => part.readDoubleLE();
const milliseconds = (part: Buffer) => Number(part.readBigUInt64LE() / 1_000_000n);

function attributesIn(fields: ReadonlyMap<number, Field[]>, number: number): Record<string, string> {
  return Object.fromEntries(
    messages(fields, number).map((pair) => {
      const [value] = messages(pair, 2);
      const integer = value?.get(3)?.[0];
      if (!value) return [textIn(pair, 1), ""];
      return [textIn(pair, 1), integer === undefined ? textIn(value, 1) : String(integer)];
    }),
  );
}

function timesOf(point: ReadonlyMap<number, Field[]>) {
  return { startMs: eights(point, 2, milliseconds)[0] ?? 0, atMs: eights(point, 3, milliseconds)[0] ?? 0 };
}

function numberPoint(point: ReadonlyMap<number, Field[]>): ReadPoint {
  const value = eights(point, 6, whole)[0] ?? eights(point, 4, real)[0] ?? 0;
  return { attributes: attributesIn(point, 7), ...timesOf(point), value };
}

function histogramPoint(point: ReadonlyMap<number, Field[]>): ReadPoint {
  return {
    attributes: attributesIn(point, 9),
    ...timesOf(point),
    value: eights(point, 4, whole)[0] ?? 0,
    sum: eights(point, 5, real)[0] ?? 0,
    bucketCounts: eights(point, 6, whole),
    bounds: eights(point, 7, real),
  };
}

const KINDS = [
  { kind: "gauge", field: 5 },
  { kind: "sum", field: 7 },
  { kind: "histogram", field: 9 },
] as const;
const CUMULATIVE = 2n;

export function readOtlp(body: Buffer): {
  resource: Record<string, string>;
  metrics: Map<string, ReadMetric>;
} {
  const [pushed] = messages(fieldsOf(body), 1);
  if (!pushed) throw new Error("The push has no resource");
  const metrics = new Map<string, ReadMetric>();
  for (const metric of messages(pushed, 2).flatMap((scope) => messages(scope, 2))) {
    const { kind, field } = KINDS.find(({ field: number }) => metric.has(number)) ?? KINDS[0];
    const [data] = messages(metric, field);
    if (!data) throw new Error(`${textIn(metric, 1)} has no data`);
    metrics.set(textIn(metric, 1), {
      kind,
      unit: textIn(metric, 3),
      isMonotonic: data.get(3)?.[0] === 1n,
      isCumulative: data.get(2)?.[0] === CUMULATIVE,
      points: messages(data, 1).map(kind === "histogram" ? histogramPoint : numberPoint),
    });
  }
  const [resource] = messages(pushed, 1);
  return { resource: resource ? attributesIn(resource, 1) : {}, metrics };
}

export interface ReadSpan {
  traceId: string;
  id: string;
  /** Empty: a root. */
  parentId: string;
  name: string;
  kind: "internal" | "server" | "client";
  startMs: number;
  endMs: number;
  /** Numbers as text. */
  attributes: Record<string, string>;
  isFailed: boolean;
}

const SPAN_KINDS: readonly ReadSpan["kind"][] = ["internal", "server", "client"];
const FAILED = 2n;

export function readOtlpSpans(body: Buffer): { resource: Record<string, string>; spans: ReadSpan[] } {
  const [pushed] = messages(fieldsOf(body), 1);
  if (!pushed) throw new Error("The push has no resource");
  const spans = messages(pushed, 2).flatMap((scope) => messages(scope, 2).map(spanOf));
  const [resource] = messages(pushed, 1);
  return { resource: resource ? attributesIn(resource, 1) : {}, spans };
}

function spanOf(span: ReadonlyMap<number, Field[]>): ReadSpan {
  const kind = SPAN_KINDS[Number(span.get(6)?.[0] ?? 0n) - 1];
  if (!kind) throw new Error(`${textIn(span, 5)} has no kind`);
  const hex = (number: number) => bytesIn(span, number)[0]?.toString("hex") ?? "";
  return {
    traceId: hex(1),
    id: hex(2),
    parentId: hex(4),
    name: textIn(span, 5),
    kind,
    startMs: eights(span, 7, milliseconds)[0] ?? 0,
    endMs: eights(span, 8, milliseconds)[0] ?? 0,
    attributes: attributesIn(span, 9),
    isFailed: messages(span, 15)[0]?.get(3)?.[0] === FAILED,
  };
}
