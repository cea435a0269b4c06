import { endpoint } from "@tessera/contract/endpoint";
import { amountInput } from "@tessera/contract/fields";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { createTestApp, type TestApp } from "../../testing/test-app.ts";
import type { AppContext } from "../context.ts";
import type { ApiKeys } from "./api-keys/admit-key.ts";
import type { Authenticator, OperatorsOfCells } from "./authentication.ts";
import { createHttpServer } from "./http-server.ts";
import { Refusal } from "./refusal.ts";
import { provideRouting, route } from "./route.ts";
import { createRouting } from "./routing.ts";

const pay = endpoint({
  method: "POST",
  path: "/api/things/:id/pay",
  summary: "Pay",
  tag: "things",
  access: "session",
  idempotencyKey: "required",
  params: z.strictObject({ id: z.string() }),
  body: z.strictObject({ amount: amountInput }),
  success: { status: 201, body: z.object({ amount: z.string(), turn: z.number() }) },
});
const note = endpoint({
  method: "POST",
  path: "/api/things/note",
  summary: "Note",
  tag: "things",
  access: "session",
  idempotencyKey: "welcome",
  success: { status: 201, body: z.object({ key: z.string() }) },
});
const rename = endpoint({
  method: "PUT",
  path: "/api/things/name",
  summary: "Rename",
  tag: "things",
  access: "session",
  body: z.strictObject({ name: z.string() }),
  success: { status: 200, body: z.object({ turn: z.number() }) },
});
const unname = endpoint({
  method: "DELETE",
  path: "/api/things/name",
  summary: "Remove the name",
  tag: "things",
  access: "session",
  success: { status: 204, body: null },
});
const reveal = endpoint({
  method: "POST",
  path: "/api/things/reveal",
  summary: "Reveal",
  tag: "things",
  access: "session",
  proof: true,
  success: { status: 200, body: z.object({ secret: z.string() }) },
});
const describeThing = endpoint({
  method: "GET",
  path: "/api/things/description",
  summary: "Describe",
  tag: "things",
  access: "session",
  success: { status: 200, body: z.object({ name: z.string() }) },
});
const administer = endpoint({
  method: "GET",
  path: "/api/admin/things",
  summary: "Administer",
  tag: "things",
  access: "operator",
  roles: ["administrator"],
  success: { status: 200, body: z.object({ ok: z.boolean() }) },
});

const OWNERS = {
  ada: "0192f0c1-0000-7000-8000-000000000001",
  eve: "0192f0c1-0000-7000-8000-000000000002",
  root: "0192f0c1-0000-7000-8000-000000000003",
  new: "0192f0c1-0000-7000-8000-000000000004",
} as const;

const authenticator: Authenticator = {
  session: async (token) => {
    const customerId = OWNERS[token as keyof typeof OWNERS];
    return customerId === undefined
      ? undefined
      : {
          sessionId: customerId,
          userId: customerId,
          customerId,
          username: token,
          role: token === "root" || token === "new" ? "administrator" : "customer",
          lacksSecondFactor: token === "new",
        };
  },
  proof: async (_session, proof) =>
    proof === "fresh" || proof === "stale" ? mapped(proof) : "invalid",
};

function mapped(proof: "fresh" | "stale"): "ok" | "stale" {
  return proof === "fresh" ? "ok" : "stale";
}

/** No call of these tests comes from another cell, or goes to one. */
const operators: OperatorsOfCells = {
  factsOf: () => Promise.reject(new Error("there is no other cell")),
  admit: () => Promise.reject(new Error("there is no other cell")),
};

const apiKeys: ApiKeys = {
  session: async () => undefined,
  revokeExposed: async () => undefined,
};

let test: TestApp;
let app: FastifyInstance;
let turns = 0;
let failure: Error | undefined;
let pauseMs = 0;
/** If set, a call that changes the name ends only after this promise resolves. */
let held: Promise<void> | undefined;

beforeAll(async () => {
  test = await createTestApp();
  const context: AppContext = { ...test.context };
  const options = { ...context, webRoot: "/nowhere", maxEventLoopDelayMs: 0 };
  ({ app } = await createHttpServer(options));
  provideRouting(context, createRouting(context, { authenticator, operators, apiKeys }, []));
  route(app, context, pay, async ({ body }) => {
    turns += 1;
    const turn = turns;
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    if (failure !== undefined) {
      throw failure;
    }
    return { amount: body.amount, turn, internalNote: "never sent" };
  });
  route(app, context, note, async ({ idempotencyKey }) => ({ key: idempotencyKey }));
  route(app, context, rename, async () => {
    turns += 1;
    const turn = turns;
    await held;
    return { turn };
  });
  route(app, context, unname, async () => undefined);
  route(app, context, reveal, async () => ({ secret: "shown" }));
  route(app, context, describeThing, async () => ({ name: "Ann\u202e\u2066 \u200b\ufeff👩🏽‍⚕️" }));
  route(app, context, administer, async () => ({ ok: true }));
  await app.ready();
});
afterAll(async () => {
  await app?.close();
  await test?.close();
});

it("route: sends stored text without invisible characters", async () => {
  const { payload } = await app.inject({
    url: "/api/things/description",
    headers: { authorization: "Bearer ada" },
  });
  expect(JSON.parse(payload)).toEqual({ name: "Ann 👩🏽‍⚕️" });
});

interface Paying {
  readonly key?: string;
  readonly who?: string;
  readonly body?: string;
  readonly id?: string;
}

async function payOnce({ key = "k", who = "ada", body = '{"amount":"1.00"}', id = "1" }: Paying) {
  const { statusCode, headers, payload } = await app.inject({
    method: "POST",
    url: `/api/things/${id}/pay`,
    headers: {
      authorization: `Bearer ${who}`,
      "content-type": "application/json",
      "idempotency-key": key,
    },
    payload: body,
  });
  return { status: statusCode, replayed: headers["idempotent-replayed"], text: payload };
}

describe("a response", () => {
  it("contains only the fields in its schema", async () => {
    const { status, text } = await payOnce({ key: "listed" });
    expect(status).toBe(201);
    expect(Object.keys(JSON.parse(text))).toEqual(["amount", "turn"]);
  });
});

describe("an idempotency key", () => {
  it("is required, and consists of up to 255 visible ASCII characters", async () => {
    for (const key of ["", " ", "x".repeat(256), "a b"]) {
      const { status, text } = await payOnce({ key });
      expect([status, JSON.parse(text).code]).toEqual([400, "idempotency_key_required"]);
    }
  });

  it("returns the first response to every retry, byte for byte", async () => {
    const first = await payOnce({ key: "repeat" });
    const second = await payOnce({ key: "repeat" });
    expect(first.replayed).toBeUndefined();
    expect(second).toEqual({ ...first, replayed: "true" });
  });

  it("has a single effect if it is used 50 times in parallel", async () => {
    pauseMs = 30;
    const before = turns;
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => payOnce({ key: "parallel" })),
    );
    pauseMs = 0;
    expect(turns - before).toBe(1);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers.filter(({ replayed }) => replayed === undefined)).toHaveLength(1);
  });

  it("is rejected for another body or path, even while the first request is running", async () => {
    await payOnce({ key: "bytes" });
    for (const other of [{ body: '{"amount": "1.00"}' }, { id: "2" }]) {
      const { status, text } = await payOnce({ key: "bytes", ...other });
      expect([status, JSON.parse(text).code]).toEqual([422, "idempotency_mismatch"]);
    }
    pauseMs = 50;
    const first = payOnce({ key: "running" });
    await new Promise((resolve) => setTimeout(resolve, 20));
    const other = await payOnce({ key: "running", body: '{"amount":"2.00"}' });
    pauseMs = 0;
    expect(other.status).toBe(422);
    expect((await first).status).toBe(201);
  });

  it("is separate for each customer", async () => {
    const ada = await payOnce({ key: "own" });
    const eve = await payOnce({ key: "own", who: "eve" });
    expect([eve.status, eve.replayed]).toEqual([201, undefined]);
    expect(eve.text).not.toBe(ada.text);
  });

  it("stores a final state error, and stays unused after any other failure", async () => {
    failure = new Refusal("insufficient_funds");
    expect((await payOnce({ key: "final" })).status).toBe(409);
    failure = undefined;
    expect(await payOnce({ key: "final" })).toMatchObject({ status: 409, replayed: "true" });
    for (const error of [new Error("boom"), new Refusal("overloaded"), new Refusal("not_found")]) {
      failure = error;
      expect(
        (await payOnce({ key: `free ${error.message}`.replaceAll(" ", "-") })).status,
      ).not.toBe(201);
      failure = undefined;
      const retried = await payOnce({ key: `free ${error.message}`.replaceAll(" ", "-") });
      expect([retried.status, retried.replayed]).toEqual([201, undefined]);
    }
    expect((await payOnce({ key: "bad", body: '{"amount":"0"}' })).status).toBe(400);
    expect((await payOnce({ key: "bad" })).status).toBe(201);
  });

  it("returns the response that another server has stored", async () => {
    const first = await payOnce({ key: "elsewhere" });
    const { createIdempotency } = await import("../idempotency/idempotency.ts");
    const other = createIdempotency(test.context.db);
    const rows = await test.context.db.sql<{ fingerprint: string }[]>`
      select fingerprint from idempotency_answer where key = 'elsewhere'`;
    const { answer, replayed } = await other.once(
      {
        owner: OWNERS.ada,
        operation: "POST /api/things/:id/pay",
        key: "elsewhere",
        fingerprint: rows[0]?.fingerprint ?? "",
      },
      {
        admitted: Promise.resolve(),
        run: () => Promise.reject(new Error("must not run")),
      },
    );
    expect([answer.body, replayed]).toEqual([first.text, true]);
  });
});

describe("an optional idempotency key", () => {
  const send = (headers: Record<string, string>) =>
    app.inject({
      method: "POST",
      url: "/api/things/note",
      headers: { authorization: "Bearer ada", ...headers },
    });

  it("can be omitted: each call without a key runs under its own key", async () => {
    const [first, second] = [await send({}), await send({})];
    expect([first.statusCode, second.statusCode]).toEqual([201, 201]);
    expect(first.json().key).not.toBe(second.json().key);
    expect(second.headers["idempotent-replayed"]).toBeUndefined();
  });

  it("replays the first response on every retry, and is rejected if malformed", async () => {
    const headers = { "idempotency-key": "welcome" };
    const [first, second] = [await send(headers), await send(headers)];
    expect(first.json().key).toBe("welcome");
    expect([second.headers["idempotent-replayed"], second.payload]).toEqual([
      "true",
      first.payload,
    ]);
    const malformed = await send({ "idempotency-key": "a b" });
    expect([malformed.statusCode, malformed.json().code]).toEqual([
      400,
      "idempotency_key_required",
    ]);
  });
});

describe("a write without a declared key", () => {
  const send = (headers: Record<string, string>, payload = '{"name":"Ann"}') =>
    app.inject({
      method: "PUT",
      url: "/api/things/name",
      headers: { authorization: "Bearer ada", "content-type": "application/json", ...headers },
      payload,
    });

  it("accepts a key, and rejects another body under the same key", async () => {
    const headers = { "idempotency-key": "default" };
    const [first, second] = [await send(headers), await send(headers)];
    expect([first.statusCode, second.statusCode]).toEqual([200, 200]);
    expect([second.payload, second.headers["idempotent-replayed"]]).toEqual([
      first.payload,
      "true",
    ]);
    const other = await send(headers, '{"name":"Eve"}');
    expect([other.statusCode, other.json().code]).toEqual([422, "idempotency_mismatch"]);
  });

  it("runs every time if it has no key", async () => {
    const [first, second] = [await send({}), await send({})];
    expect(second.headers["idempotent-replayed"]).toBeUndefined();
    expect(second.json().turn).toBe(first.json().turn + 1);
  });

  it("returns 204 again if the first response had no body", async () => {
    const remove = () =>
      app.inject({
        method: "DELETE",
        url: "/api/things/name",
        headers: { authorization: "Bearer ada", "idempotency-key": "removal" },
      });
    const answers = [await remove(), await remove()];
    expect(answers.map(({ statusCode, payload }) => [statusCode, payload])).toEqual([
      [204, ""],
      [204, ""],
    ]);
    expect(answers.map(({ headers }) => headers["content-type"])).toEqual([undefined, undefined]);
    expect(answers[1]?.headers["idempotent-replayed"]).toBe("true");
  });

  it("returns the stored response if another server ran the same call concurrently", async () => {
    const release = Promise.withResolvers<void>();
    held = release.promise;
    const before = turns;
    const key = "two-servers";
    const late = send({ "idempotency-key": key });
    await expect.poll(() => turns, { timeout: 20_000 }).toBe(before + 1);
    const [row] = await test.context.db.sql<{ fingerprint: string }[]>`
      select fingerprint from idempotency_answer where key = 'default'`;
    await test.context.db.sql`
      insert into idempotency_answer (owner, operation, key, fingerprint, status, body)
      values (${OWNERS.ada}, 'PUT /api/things/name', ${key}, ${row?.fingerprint ?? ""}, 200,
        '{"turn":-1}')`;
    held = undefined;
    release.resolve();
    const answer = await late;
    expect([answer.payload, answer.headers["idempotent-replayed"]]).toEqual([
      '{"turn":-1}',
      "true",
    ]);
  });
});

describe("access", () => {
  async function answer(url: string, method: "GET" | "POST", headers: Record<string, string>) {
    const { statusCode, payload } = await app.inject({ method, url, headers });
    return [statusCode, JSON.parse(payload).code];
  }

  it("is denied without a session before any input is read", async () => {
    const { status, text } = await payOnce({ who: "nobody", body: "{" });
    expect([status, JSON.parse(text).code]).toEqual([401, "unauthenticated"]);
  });

  it("keeps customers from operators' calls, and operators from customers' calls", async () => {
    const of = (who: string) => ({ authorization: `Bearer ${who}` });
    expect(await answer("/api/admin/things", "GET", of("ada"))).toEqual([403, "forbidden"]);
    expect(await answer("/api/admin/things", "GET", of("root"))).toEqual([200, undefined]);
    expect(await answer("/api/things/reveal", "POST", of("root"))).toEqual([403, "forbidden"]);
    expect(await answer("/api/admin/things", "GET", of("new"))).toEqual([
      403,
      "second_factor_required",
    ]);
  });

  it("distinguishes missing, wrong and stale step-up tokens", async () => {
    const url = "/api/things/reveal";
    const authorization = "Bearer ada";
    expect(await answer(url, "POST", { authorization })).toEqual([403, "proof_required"]);
    const withProof = (proof: string) => answer(url, "POST", { authorization, "x-proof": proof });
    expect(await withProof("made-up")).toEqual([403, "proof_invalid"]);
    expect(await withProof("stale")).toEqual([403, "proof_stale"]);
    expect(await withProof("fresh")).toEqual([200, undefined]);
  });
});

describe("a failure", () => {
  it("reveals nothing about its cause", async () => {
    failure = new Error('relation "secret_table" does not exist');
    const { status, text } = await payOnce({ key: "failure" });
    failure = undefined;
    expect(status).toBe(500);
    expect(text).not.toContain("secret_table");
    expect(JSON.parse(text)).toMatchObject({
      code: "internal",
      type: "urn:tessera:error:internal",
    });
    expect(test.logs.some((line) => line.includes("secret_table"))).toBe(true);
  });
});

describe("a route without an access policy", () => {
  it("prevents the server from starting", async () => {
    const { app: bare } = await createHttpServer({ ...test.context, webRoot: "/nowhere" });
    expect(() => bare.get("/api/unsaid", async () => "ok")).toThrow("has no access policy");
    expect(() => bare.get("/healthz", async () => "ok")).not.toThrow();
    await bare.close();
  });

  it("also prevents the server from starting if an operators' call lists no role", async () => {
    const { app: bare } = await createHttpServer({ ...test.context, webRoot: "/nowhere" });
    const { roles: _, ...forNobody } = administer;
    expect(() => route(bare, test.context, forNobody, async () => ({ ok: true }))).toThrow(
      "does not say which operators",
    );
    await bare.close();
  });
});
