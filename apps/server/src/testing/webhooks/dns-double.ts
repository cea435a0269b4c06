import { createSocket } from "node:dgram";
import { once } from "node:events";

const TYPE_A = 1;
const NOT_FOUND = 3;
const HEADER_BYTES = 12;

/** A DNS server on this machine that a test controls. */
export interface DnsDouble {
  /** Its address and port, such as `127.0.0.1:5353`. */
  readonly server: string;
  /** How many questions about IPv4 addresses it has answered. */
  readonly asked: () => number;
  close(): void;
}

/** Returns the name in a question, and where the question ends. */
function readQuestion(message: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = HEADER_BYTES;
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    labels.push(message.toString("latin1", at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join("."), type: message.readUInt16BE(at + 1), end: at + 5 };
}

function answerTo(question: Buffer, end: number, addresses: readonly string[], code: number) {
  const header = Buffer.alloc(HEADER_BYTES);
  question.copy(header, 0, 0, 2);
  header.writeUInt16BE(0x8180 | code, 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(addresses.length, 6);
  const records = addresses.map((address) => {
    const record = Buffer.from([0xc0, HEADER_BYTES, 0, TYPE_A, 0, 1, 0, 0, 0, 0, 0, 4, 0, 0, 0, 0]);
    Buffer.from(address.split(".").map(Number)).copy(record, HEADER_BYTES);
    return record;
  });
  return Buffer.concat([header, question.subarray(HEADER_BYTES, end), ...records]);
}

/**
 * Opens a DNS server. `resolve` is called for each question about a name's IPv4 addresses, and
 * returns undefined for a name that does not exist. No name has an IPv6 address.
 */
export async function openDnsDouble(
  resolve: (name: string) => readonly string[] | undefined,
): Promise<DnsDouble> {
  const socket = createSocket("udp4");
  let asked = 0;
  socket.on("message", (message, from) => {
    const { name, type, end } = readQuestion(message);
    asked += type === TYPE_A ? 1 : 0;
    const found = type === TYPE_A ? resolve(name) : [];
    const code = found === undefined ? NOT_FOUND : 0;
    socket.send(answerTo(message, end, found ?? [], code), from.port, from.address);
  });
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  return {
    server: `127.0.0.1:${socket.address().port}`,
    asked: () => asked,
    close: () => socket.close(),
  };
}
