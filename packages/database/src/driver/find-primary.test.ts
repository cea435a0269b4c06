import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { connect, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { rootCertificates } from "node:tls";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { hostsOf, inOneHostForm } from "../hosts.ts";
import { databaseErrorKind, inTransaction, openDatabase } from "../index.ts";
import { createTestDatabase, type TestDatabase } from "../testing.ts";
import { connectTo } from "./connect-to.ts";
import { createFinder, primaryOf } from "./find-primary.ts";
import { openSocket } from "./open-socket.ts";
import { pgOptions } from "./pg-options.ts";

const [A, B] = [
  { host: "a", port: 1 },
  { host: "b", port: 2 },
];
const PATIENCE_MS = 60_000;

describe("the search for the primary", () => {
  it("finds the host that accepts writes although another one never responds", async () => {
    const finder = createFinder([A, B], (host) =>
      host === B ? Promise.resolve("writable") : new Promise(() => undefined),
    );
    expect(await finder.find(PATIENCE_MS)).toBe(B);
  });

  it("repeats the question until a standby has been promoted", async () => {
    let asked = 0;
    const finder = createFinder([A, B], async (host) => {
      asked += 1;
      return host === B && asked > 6 ? "writable" : "not writable";
    });
    expect(await finder.find(PATIENCE_MS)).toBe(B);
  });

  it("asks no more while the host that it found keeps its connections", async () => {
    const ask = vi.fn(async () => "writable" as const);
    const finder = createFinder([A], ask);
    await finder.find(PATIENCE_MS);
    finder.lost(B);
    await finder.find(PATIENCE_MS);
    expect(ask).toHaveBeenCalledTimes(1);
    finder.lost(A);
    await finder.find(PATIENCE_MS);
    expect(ask).toHaveBeenCalledTimes(2);
  });

  it("gives up after the given time, as for a lost connection", async () => {
    const finder = createFinder([A, B], async () => "not writable");
    const error = await finder.find(1).catch((cause: unknown) => cause);
    expect(databaseErrorKind(error)).toBe("connection_lost");
  });

  it("returns a host that refuses for another reason, so that its error is reported", async () => {
    const finder = createFinder([A, B], async (host) =>
      host === A ? "not writable" : "undecided",
    );
    expect(await finder.find(PATIENCE_MS)).toBe(B);
  });
});

describe("a question that fails", () => {
  it.each([
    [
      "throws",
      () => {
        throw new Error("unreadable");
      },
    ],
    ["rejects", () => Promise.reject(new Error("unreadable"))],
  ])("leaves its host undecided if it %s, and the search is repeated", async (_how, fail) => {
    let isRepaired = false;
    const finder = createFinder([A, B], async (host) =>
      isRepaired ? (host === B ? "writable" : "not writable") : fail(),
    );
    expect(await finder.find(PATIENCE_MS)).toBe(A);
    isRepaired = true;
    expect(await finder.find(PATIENCE_MS)).toBe(B);
  });
});

/** A port that forwards to the database, or refuses connections. */
interface Gate {
  readonly port: number;
  isOpen: boolean;
  cut(): void;
}

let database: TestDatabase;
const closing: (() => unknown)[] = [];

async function openGate(): Promise<Gate> {
  const target = new URL(database.appUrl);
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    near.on("error", () => undefined);
    if (!gate.isOpen) {
      near.destroy();
      return;
    }
    const far = connect(Number(target.port), target.hostname);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on("error", () => undefined);
      from.on("close", () => to.destroy());
      from.pipe(to);
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const gate: Gate = {
    port: typeof address === "object" && address !== null ? address.port : 0,
    isOpen: true,
    cut() {
      gate.isOpen = false;
      for (const socket of sockets) {
        socket.destroy();
      }
    },
  };
  closing.push(() => {
    gate.cut();
    server.close();
  });
  return gate;
}

beforeAll(async () => {
  database = await createTestDatabase({ migrations: [] });
});
afterAll(async () => {
  for (const close of closing.reverse()) {
    await close();
  }
  await database.drop();
});

/** Returns an address with both gates, of which only the first lets connections through. */
async function openGates(name: string) {
  const [first, second] = [await openGate(), await openGate()];
  second.isOpen = false;
  const { username, password, pathname } = new URL(database.appUrl);
  const hosts = [first, second].map(({ port }) => `127.0.0.1:${port}`);
  const url = inOneHostForm(
    `postgres://${username}:${password}@${hosts.join(",")}${pathname}` +
      `?target_session_attrs=read-write&application_name=${name}`,
  );
  const swap = () => {
    second.isOpen = true;
    first.cut();
  };
  return { url, swap };
}

describe("connections to an address with several hosts", () => {
  it("pool: transactions and statements continue at the host that accepts writes", async () => {
    const { url, swap } = await openGates("pool");
    const db = openDatabase<object>({ url, maxConnections: 3 });
    closing.push(() => db.close());
    const work = async () => {
      await inTransaction(db, async () => undefined);
      return db.sql`select 1 as one`;
    };
    expect(await work()).toEqual([{ one: 1 }]);
    swap();
    await vi.waitFor(work, { timeout: PATIENCE_MS });
  });

  it("listen: notifications arrive from the host that accepts writes", async () => {
    const { url, swap } = await openGates("listen");
    const db = openDatabase<object>({ url, maxConnections: 3 });
    closing.push(() => db.close());
    const received: string[] = [];
    await db.listen(
      "swapped",
      (payload) => void received.push(payload),
      () => undefined,
    );
    swap();
    await vi.waitFor(
      async () => {
        await db.sql`select pg_notify('swapped', 'after')`;
        expect(received).toContain("after");
      },
      { timeout: PATIENCE_MS },
    );
  });

  it("reserve: a connection that holds locks opens at the host that accepts writes", async () => {
    const { url, swap } = await openGates("reserve");
    swap();
    const db = openDatabase<object>({ url, maxConnections: 3 });
    closing.push(() => db.close());
    const reserved = await db.sql.reserve();
    expect(await reserved`select 1 as one`).toEqual([{ one: 1 }]);
    reserved.release();
  });

  it("command: a single connection opens at the host that accepts writes", async () => {
    const { url, swap } = await openGates("command");
    swap();
    const sql = connectTo(url, {});
    closing.push(() => sql.end({ timeout: 1 }));
    expect(await sql`select 1 as one`).toEqual([{ one: 1 }]);
  });

  it("job queue: the pg driver connects to the host that accepts writes", async () => {
    const { url, swap } = await openGates("queue");
    swap();
    const { stream, connectionString } = pgOptions(url, PATIENCE_MS);
    expect(connectionString).not.toContain("other_hosts");
    const socket = stream?.();
    socket?.connect(1, "192.0.2.1");
    await once(socket as Socket, "connect");
    socket?.destroy();
  });

  it("a wrong password is reported as one", async () => {
    const { url } = await openGates("password");
    const wrong = new URL(url);
    wrong.password = "wrong";
    const sql = connectTo(wrong.href, {});
    closing.push(() => sql.end({ timeout: 1 }));
    await expect(sql`select 1`).rejects.toMatchObject({ code: "28P01" });
  });

  it("a certificate file that is missing for a time delays the search only that long", async () => {
    const { url } = await openGates("certificate");
    const folder = await mkdtemp(join(tmpdir(), "tessera-certificate-"));
    closing.push(() => rm(folder, { recursive: true }));
    const file = join(folder, "ca.pem");
    const protectedUrl = new URL(url);
    protectedUrl.searchParams.set("sslmode", "prefer");
    protectedUrl.searchParams.set("sslrootcert", file);
    const finder = primaryOf(protectedUrl.href);
    expect(await finder?.find(PATIENCE_MS)).toMatchObject({ host: "127.0.0.1" });
    await writeFile(file, rootCertificates[0] ?? "");
    const { port } = hostsOf(url)[0] ?? {};
    await vi.waitFor(async () => expect(await finder?.find(PATIENCE_MS)).toMatchObject({ port }), {
      timeout: PATIENCE_MS,
    });
  });

  it("a database that lets nobody in counts as an unavailable server", async () => {
    const refused = Object.assign(new Error("not currently accepting connections"), {
      ...{ code: "55000", routine: "CheckMyDatabase" },
    });
    expect(databaseErrorKind(refused)).toBe("server_unavailable");
    expect(databaseErrorKind(Object.assign(new Error(), { code: "55000" }))).toBe("other");
    await expect(
      openSocket(
        { host: ["127.0.0.1"], port: [1], path: false },
        {
          connectTimeoutMs: PATIENCE_MS,
          primary: createFinder([{ host: "127.0.0.1", port: 1 }], async () => "writable"),
        },
      ),
    ).rejects.toMatchObject({ code: "ECONNREFUSED" });
  });
});
