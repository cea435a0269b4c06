import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import type { Readable } from "node:stream";
import postgres from "postgres";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../testing.ts";
import { readSnapshot } from "./read-snapshot.ts";

/** What a server sends after the last row of a copy. */
const COPY_DONE = Buffer.from([0x63, 0, 0, 0, 4]);
/** More than a stream buffers before it is read, but less than arrives in one chunk. */
const ROW_BYTES = 40_000;

const WAIT = { timeout: 30_000 };

/** A connection to the server that, while on hold, forwards data only on request. */
interface Line {
  readonly url: string;
  /** Returns what has arrived but has not been forwarded. */
  kept(): Buffer;
  /** Stops forwarding. */
  hold(): void;
  /** Forwards this many bytes. */
  bring(count: number): void;
  /** Forwards everything that has arrived, and everything that arrives later. */
  letGo(): void;
  close(): void;
}

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase({ migrations: [] });
  const sql = postgres(database.ownerUrl, { max: 1 });
  await sql`create table public.thing (note text)`;
  await sql`insert into public.thing select repeat('x', ${ROW_BYTES}) from generate_series(1, 2)`;
  await sql.end();
});
afterAll(() => database.drop());

async function lineTo(ownerUrl: string): Promise<Line> {
  const target = new URL(ownerUrl);
  let isHeld = false;
  let kept = Buffer.alloc(0);
  let client: Socket | undefined;
  const server: Server = createServer((socket) => {
    client = socket;
    const upstream = connect(Number(target.port), target.hostname);
    socket.pipe(upstream);
    upstream.on("data", (bytes) => {
      if (isHeld) {
        kept = Buffer.concat([kept, bytes]);
      } else {
        socket.write(bytes);
      }
    });
    socket.on("close", () => upstream.destroy());
    socket.on("error", () => undefined);
    upstream.on("error", () => undefined);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = new URL(ownerUrl);
  url.hostname = "127.0.0.1";
  url.port = String((server.address() as AddressInfo).port);
  const bring = (count: number) => {
    client?.write(kept.subarray(0, count));
    kept = kept.subarray(count);
  };
  return {
    url: url.href,
    kept: () => kept,
    hold() {
      isHeld = true;
    },
    bring,
    letGo() {
      isHeld = false;
      bring(kept.length);
    },
    close: () => server.close(),
  };
}

it("logical copy: reads later responses even if a copy ends before its rows are read", async () => {
  const line = await lineTo(database.ownerUrl);
  const read = readSnapshot(line.url, async (snapshot) => {
    const [thing] = snapshot.tables.filter(({ name }) => name === "public.thing");
    expect(thing).toBeDefined();
    if (thing === undefined) {
      return 0;
    }
    line.hold();
    const asked = snapshot.copy(thing);
    await expect.poll(() => line.kept().includes(COPY_DONE), WAIT).toBe(true);
    // The first row has arrived but has not been read; the second row arrives together with the
    // end.
    const end = line.kept().indexOf(COPY_DONE) + COPY_DONE.length;
    const first = end - ROW_BYTES;
    line.bring(first);
    const rows: Readable = await asked;
    await expect.poll(() => rows.readableLength, WAIT).toBe(ROW_BYTES + 1);
    line.bring(end - first);
    await expect.poll(() => rows.readableLength, WAIT).toBe(2 * (ROW_BYTES + 1));
    line.letGo();
    const bytes = (await rows.toArray()).reduce((sum, chunk) => sum + chunk.length, 0);
    const [after] = await snapshot.query<{ one: number }>("select 1 as one");
    expect(after).toEqual({ one: 1 });
    return bytes;
  });
  expect(await read).toBe(2 * (ROW_BYTES + 1));
  line.close();
});
