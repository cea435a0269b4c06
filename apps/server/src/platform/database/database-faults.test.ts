import { randomUUID } from "node:crypto";
import { UnknownOutcomeError } from "@tessera/database";
import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import postgres from "postgres";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestApp, type TestApp } from "../../testing/test-app.ts";
import { inTransaction } from "../context.ts";
import { createHttpServer } from "../http/http-server.ts";
import { createIdempotency } from "../idempotency/idempotency.ts";

let test: TestApp;
let app: FastifyInstance;
let owner: postgres.Sql;

beforeAll(async () => {
  test = await createTestApp();
  const { config, log, db } = test.context;
  owner = postgres(test.database.ownerUrl, { max: 1, onnotice: () => undefined });
  await owner.unsafe(`
    create function raise_state(state text) returns void language plpgsql as $$
      begin raise exception 'as asked' using errcode = state; end $$`);
  const options = { config, log, webRoot: "/nowhere", maxEventLoopDelayMs: 0 };
  ({ app } = await createHttpServer(options));
  const everybody = { config: { access: "public" as const } };
  app.get<{ Params: { code: string } }>("/api/raise/:code", everybody, ({ params }) =>
    inTransaction(db, (tx) => sql`select raise_state(${params.code})`.execute(tx)),
  );
  app.post<{ Params: { code: string } }>("/api/raise/:code", everybody, ({ params }) =>
    inTransaction(db, (tx) => sql`select raise_state(${params.code})`.execute(tx)),
  );
  app.post("/api/provider", everybody, () =>
    Promise.reject(Object.assign(new Error("No such customer"), { statusCode: 404 })),
  );
  app.get("/api/swallowed", everybody, () =>
    inTransaction(db, async (tx) => {
      await sql`select 1 / 0`.execute(tx).catch(() => undefined);
    }),
  );
  app.get("/api/unknown", everybody, () => Promise.reject(new UnknownOutcomeError(undefined)));
  await app.ready();
});
afterAll(async () => {
  await app?.close();
  await owner?.end();
  await test?.close();
});

async function answerTo(url: string, method: "GET" | "POST" = "GET") {
  const { statusCode, headers, body } = await app.inject({ url, method });
  return { status: statusCode, headers, json: JSON.parse(body) };
}

it.each([
  ["57014", "overloaded"],
  ["57P01", "overloaded"],
  ["08001", "overloaded"],
  ["08006", "overloaded"],
  ["25P02", "overloaded"],
  ["25P03", "overloaded"],
  ["53300", "overloaded"],
  ["40001", "overloaded"],
  ["40P01", "overloaded"],
  ["55P03", "overloaded"],
  ["53100", "unavailable"],
  ["53200", "unavailable"],
  ["53000", "unavailable"],
  ["25006", "unavailable"],
])("database faults: SQLSTATE %s returns 503 with Retry-After", async (sqlState, code) => {
  const { status, headers, json } = await answerTo(`/api/raise/${sqlState}`);
  expect([status, json.code]).toEqual([503, code]);
  expect(headers["content-type"]).toContain("application/problem+json");
  expect(Number(headers["retry-after"])).toBeGreaterThan(0);
});

it.each(["22P02", "22003", "22007", "22008", "22001", "22021"])(
  "database faults: a value rejected with SQLSTATE %s is the caller's fault only in a read",
  async (sqlState) => {
    const read = await answerTo(`/api/raise/${sqlState}`);
    expect([read.status, read.json.code]).toEqual([400, "malformed_request"]);
    // Something may have been committed before, by this attempt or by an earlier one.
    const write = await answerTo(`/api/raise/${sqlState}`, "POST");
    expect([write.status, write.json.code]).toEqual([503, "outcome_unknown"]);
    expect(Number(write.headers["retry-after"])).toBeGreaterThan(0);
  },
);

it("database faults: a provider's refusal of a request is not the caller's fault", async () => {
  const { status, json } = await answerTo("/api/provider", "POST");
  expect([status, json.code]).toEqual([503, "outcome_unknown"]);
});

it("database faults: a rollback at commit returns 503 with Retry-After", async () => {
  const { status, headers, json } = await answerTo("/api/swallowed");
  expect([status, json.code]).toEqual([503, "overloaded"]);
  expect(Number(headers["retry-after"])).toBeGreaterThan(0);
});

it("database faults: the error for an unknown outcome says that a retry is safe", async () => {
  const { status, headers, json } = await answerTo("/api/unknown");
  expect([status, json.code]).toEqual([503, "outcome_unknown"]);
  expect(json.message).toContain("at most once");
  expect(Number(headers["retry-after"])).toBeGreaterThan(0);
});

it("database faults: a call whose response could not be stored gets outcome_unknown", async () => {
  const idempotency = createIdempotency(test.context.db);
  await owner.unsafe(`
    create function no_answers() returns trigger language plpgsql as $$
      begin raise exception 'no room' using errcode = '53100'; end $$;
    create trigger no_answers before insert on idempotency_answer
      for each row execute function no_answers()`);
  const scope = { owner: randomUUID(), operation: "POST /x", key: "k", fingerprint: "f" };
  const call = idempotency.once(scope, {
    admitted: Promise.resolve(),
    run: async () => ({ status: 201, body: "{}", isFinal: true }),
  });
  await expect(call).rejects.toMatchObject({ code: "outcome_unknown" });
  await owner`drop trigger no_answers on idempotency_answer`;
});

it("database faults: the server is not ready until the database can write again", async () => {
  const readiness = async () => (await test.call("GET", "/readyz")).status;
  await expect.poll(readiness, { timeout: 30_000 }).toBe(200);
  await owner.unsafe(`
    create function no_room() returns trigger language plpgsql as $$
      begin raise exception 'no room' using errcode = '53100'; end $$;
    create trigger no_room before insert on write_probe for each row execute function no_room()`);
  expect(await readiness()).toBe(503);
  await owner`drop trigger no_room on write_probe`;
  await expect.poll(readiness, { timeout: 30_000 }).toBe(200);
});

it("database faults: the server is not ready while the database is read-only", async () => {
  await owner.unsafe(`
    create function only_reads() returns trigger language plpgsql as $$
      begin raise exception 'read-only' using errcode = '25006'; end $$;
    create trigger only_reads before insert on write_probe
      for each row execute function only_reads()`);
  expect((await test.call("GET", "/readyz")).status).toBe(503);
  await owner`drop trigger only_reads on write_probe`;
});
