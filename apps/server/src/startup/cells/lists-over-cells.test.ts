import { createServer as createHttpServer } from "node:http";
import { type AddressInfo, createServer, type Server } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import {
  type CellOperator,
  callAt,
  openOperator,
} from "../../identity/operators/cells/cell-operators.fixtures.ts";
import { cellPatience } from "../../platform/http/over-cells.ts";
import { newId } from "../../platform/ids.ts";
import { replaceService } from "../../platform/service.ts";
import { signUp } from "../../testing/test-app.ts";
import { startTwoCells, type TestCell, type TwoCells } from "../../testing/two-cells.ts";

const EACH = 5;

let program: TwoCells;
let one: TestCell;
let two: TestCell;
let administrator: CellOperator;
let silent: Server;
/** The ids of all customers, newest first. */
let customers: string[];

type Read = `GET ${string}`;

function read(call: Read, at = one) {
  return callAt(at, call, { token: administrator.token });
}

/** Reads every page of a list. */
async function every(path: string, limit: number) {
  const rows: { id: string; cell: number }[] = [];
  let cursor: string | null = null;
  do {
    const after: string = cursor === null ? "" : `&cursor=${encodeURIComponent(cursor)}`;
    const { status, json } = await read(`GET ${path}limit=${limit}${after}`);
    expect([status, json.cells]).toEqual([200, { unavailable: [] }]);
    rows.push(...json.data);
    cursor = json.nextCursor;
  } while (cursor !== null);
  return rows;
}

beforeAll(async () => {
  program = await startTwoCells({ processes: "two" });
  ({ one, two } = program);
  administrator = await openOperator(one.context, "administrator");
  customers = [];
  for (let n = 0; n < EACH; n += 1) {
    for (const cell of [one, two, two]) {
      const customer = await signUp(cell.context, {});
      customers.unshift(`cus_${customer.customerId}`);
      const body = { subject: `Question ${n}`, text: "Hello" };
      const headers = { "idempotency-key": newId() };
      const path = "POST /api/support/conversations" as const;
      const begun = await callAt(cell, path, { token: customer.token, body, headers });
      expect(begun.status).toBe(201);
    }
  }
  // Accepts connections and never answers.
  silent = createServer(() => undefined);
  await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
}, 300_000);
beforeEach(() => {
  program.servers.set(2, [two.url]);
  replaceService(one.context, cellPatience, { answerMs: 300_000 });
});
afterAll(async () => {
  silent?.close();
  await program?.close();
}, 300_000);

it("lists over cells: show every customer of all cells once, newest first", async () => {
  for (const limit of [1, 4, 100]) {
    const rows = await every("/api/admin/customers?", limit);
    expect(rows.map(({ id }) => id)).toEqual(customers);
    expect(rows.filter(({ cell }) => cell === 2)).toHaveLength(2 * EACH);
  }
});

it("lists over cells: a session at another cell's server gets the same", async () => {
  const [here, there] = [
    await read("GET /api/admin/customers"),
    await read("GET /api/admin/customers", two),
  ];
  expect(there.json).toEqual(here.json);
});

it("lists over cells: a cell that is named answers alone, without naming itself", async () => {
  const { token } = administrator;
  for (const [cell, length] of [
    [1, EACH],
    [2, 2 * EACH],
  ] as const) {
    const { json } = await callAt(one, "GET /api/admin/customers", { token, cell });
    expect(json.data).toHaveLength(length);
    expect(json.cells).toBeUndefined();
    expect(json.data[0].cell).toBeUndefined();
  }
});

it("lists over cells: show every conversation and every audit event once", async () => {
  const conversations = await every("/api/admin/support/conversations?", 4);
  expect(new Set(conversations.map(({ id }) => id)).size).toBe(3 * EACH);
  expect(conversations).toHaveLength(3 * EACH);
  const events = await every("/api/operator/audit?", 7);
  expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
  expect(new Set(events.map(({ cell }) => cell))).toEqual(new Set([1, 2]));
});

it("lists over cells: figures are added up", async () => {
  const { json: counts } = await read("GET /api/admin/support/counts");
  expect(counts).toMatchObject({ open: 3 * EACH, cells: { unavailable: [] } });
  const { json: board } = await read("GET /api/admin/board");
  const waiting = board.queues.find(({ queue }: { queue: string }) => queue === "support");
  expect(waiting.count).toBe(3 * EACH);
  const { status, json: queues } = await read("GET /api/admin/review-queues");
  expect(status).toBe(200);
  expect(queues.data.map(({ todo }: { todo: number }) => todo)).not.toContain(undefined);
});

it.each([
  ["/api/admin/customers"],
  ["/api/admin/reviews"],
  ["/api/admin/review-queues"],
  ["/api/admin/support/conversations"],
  ["/api/admin/support/counts"],
  ["/api/operator/audit"],
  ["/api/admin/board"],
])(
  "lists over cells: %s names a cell that is down or slow, and answers without it",
  async (path) => {
    const { address, port } = silent.address() as { address: string; port: number };
    for (const servers of [[], ["http://127.0.0.1:1"], [`http://${address}:${port}`]]) {
      program.servers.set(2, servers);
      // The operator's own cell has no such limit, however slow the machine is.
      replaceService(one.context, cellPatience, { answerMs: 500 });
      const { status, json } = await read(`GET ${path}`);
      expect([status, json.cells]).toEqual([200, { unavailable: [2] }]);
      expect(JSON.stringify(json)).not.toContain('"cell":2');
    }
  },
);

it.each([
  [429, "rate_limited", [429, "rate_limited", undefined]],
  [401, "unauthenticated", [200, undefined, { unavailable: [2] }]],
])("lists over cells: a cell that answers with %i is logged with its code", async (...given) => {
  const [refusedWith, code, expected] = given;
  const server = createHttpServer((_request, response) => {
    response.writeHead(refusedWith, { "retry-after": "7" }).end(JSON.stringify({ code }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    program.servers.set(2, [`http://127.0.0.1:${(server.address() as AddressInfo).port}`]);
    const { status, json } = await read("GET /api/admin/customers");
    expect([status, json.code, json.cells]).toEqual(expected);
    expect(program.logs.join("")).toContain(`status ${refusedWith} and ${code}`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});

it("bad input: a cursor of another search, or of nobody, is refused", async () => {
  const { json } = await read("GET /api/admin/customers?limit=1");
  const cursor = encodeURIComponent(json.nextCursor);
  for (const query of [`status=suspended&cursor=${cursor}`, "cursor=forged", "cursor="]) {
    const refused = await read(`GET /api/admin/customers?${query}`);
    expect([refused.status, refused.json.code]).toEqual([400, "invalid_input"]);
  }
});
