import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { createCustodianClient } from "../../adapters/custodian/custodian-client.ts";
import { type CardsApp, createCardsApp, type TestCustomer } from "../../testing/cards-app.ts";
import { giveMoney } from "../../testing/give-money.ts";
import { fund, network, openCard, type TestCard } from "../../testing/test-cards.ts";
import {
  type ReceivedSpan,
  startTraceReceiver,
  type TraceReceiver,
} from "../../testing/trace-receiver.ts";
import { newId } from "../ids.ts";
import { NO_TELEMETRY } from "./telemetry.ts";

const TRUSTED = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00";
const TRUSTED_TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
const STRANGE = "00-aaaabbbbccccddddeeeeffff00001111-00f067aa0ba902b7-01";
const AUTHORIZE = "POST /sandbox/network/authorize";
const DEPOSIT = "POST /api/cards/:id/deposit";
const MERCHANT = "Lighthouse Bakery Quay";
/** The name of the last span. */
const LAST = "test of an outgoing call";

let receiver: TraceReceiver;
let app: CardsApp;
let customer: TestCustomer;
let card: TestCard;
let spans: ReceivedSpan[];
let outgoing: string | undefined;
let requestId: string;

/** Makes an API call with a `traceparent` from a proxy or from a client. */
async function readCards(ip: string, traceparent: string): Promise<string> {
  const { token } = customer;
  const headers = { traceparent, tracestate: "note=free-text-of-a-client" };
  const { status, headers: sent } = await app.app.server
    .inject({
      method: "GET",
      url: "/api/cards",
      remoteAddress: ip,
      headers: { ...headers, authorization: `Bearer ${token}` },
    })
    .then(({ statusCode, headers: answered }) => ({ status: statusCode, headers: answered }));
  expect(status).toBe(200);
  return String(sent["x-request-id"]);
}

/** Calls a custodian's test double, and returns the `traceparent` header that it received. */
async function callCustodian(): Promise<string | undefined> {
  let got: string | undefined;
  const server = createServer((request, response) => {
    got = String(request.headers.traceparent);
    response.setHeader("content-type", "application/json").end("{}");
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  const client = createCustodianClient(
    { provider: "custodian", url, account: url, apiKey: "key", webhookSecret: "secret" },
    app.context.telemetry,
  );
  await app.context.telemetry.span(LAST, () =>
    client.ask({ method: "GET", path: "/v1/payout-terms" }),
  );
  server.closeAllConnections();
  server.close();
  return got;
}

/** Submits four movements to the ledger at the same time, so that they share a batch. */
async function submitTogether(): Promise<void> {
  const { context } = app;
  const { customerId } = customer;
  // Each submission waits until all four have read the account.
  const ready = Promise.withResolvers<void>();
  let arrived = 0;
  const submit: typeof context.ledger.submit = async (...given) => {
    arrived += 1;
    if (arrived === 4) {
      ready.resolve();
    }
    await ready.promise;
    return context.ledger.submit(...given);
  };
  const together = { ...context, ledger: { ...context.ledger, submit } };
  await Promise.all(
    [1, 2, 3, 4].map(() => giveMoney(together, { customerId, currency: "USD", amountMinor: 100n })),
  );
}

beforeAll(async () => {
  receiver = await startTraceReceiver();
  app = await createCardsApp({
    OTEL_EXPORTER_OTLP_ENDPOINT: `${receiver.url}/`,
    TRUSTED_PROXIES: "127.0.0.1/32",
  });
  customer = await app.newCustomer({ USD: 10_000_000n });
  card = await openCard(app, customer);
  await fund(app, customer, card, 12_345n);
  const merchant = { name: MERCHANT, mcc: "5734", country: "US" };
  expect((await network(app, "authorize", card, { amount: "31.07", merchant })).approved).toBe(
    true,
  );
  // No error may be recorded, since a decline is a result.
  expect((await network(app, "authorize", card, { amount: "999.99" })).approved).toBe(false);
  await submitTogether();
  requestId = await readCards("127.0.0.1", TRUSTED);
  await readCards("203.0.113.9", STRANGE);
  await app.call(undefined, "POST /api/customer/login", {
    username: customer.email,
    password: "not the right password",
  });
  await app.context.db.sql`select ${"a value that no span may hold"}::int as broken`.catch(
    () => undefined,
  );
  await app.context.telemetry.span("test of a failing statement", () =>
    app.context.db.sql`select ${"a value that no span may hold"}::int as broken`.catch(
      () => undefined,
    ),
  );
  outgoing = await callCustodian();
  // Closing the app exports any spans that the two-second interval has not exported yet.
  await app.close();
  await vi.waitFor(
    () => {
      spans = receiver.spans();
      expect(named(LAST)).toHaveLength(1);
    },
    { timeout: 30_000 },
  );
}, 180_000);
afterAll(() => receiver.close());

function named(name: string): ReceivedSpan[] {
  return spans.filter((span) => span.name === name);
}

function childrenOf(parent: ReceivedSpan | undefined): ReceivedSpan[] {
  return spans.filter(
    ({ traceId, parentSpanId }) => traceId === parent?.traceId && parentSpanId === parent.spanId,
  );
}

function child(parent: ReceivedSpan | undefined, name: string | RegExp): ReceivedSpan | undefined {
  return childrenOf(parent).find((span) =>
    typeof name === "string" ? span.name === name : name.test(span.name),
  );
}

describe("traces", () => {
  test("an authorization's trace leads from the request to the ledger's SQL", () => {
    const [request] = named(AUTHORIZE);
    expect(request).toMatchObject({
      parentSpanId: undefined,
      isError: false,
      facts: { "http.request.method": "POST", "http.response.status_code": 200 },
    });
    expect(child(request, "decide")?.facts).toEqual({
      "decision.answer": "approve",
      "decision.code": "approved",
    });
    const submit = child(request, "ledger.submit");
    expect(submit?.facts).toEqual({ "ledger.kind": "purchase", "ledger.outcome": "posted" });
    const batch = child(submit, "ledger.batch");
    expect(batch?.facts["ledger.movements"]).toBe(1);
    expect(child(batch, /^SELECT ledger\./)?.facts).toMatchObject({
      "db.system.name": "postgresql",
      "db.operation.name": "SELECT",
    });
    // These spans are for the reads that precede the decision.
    expect(childrenOf(request).filter(({ name }) => name.startsWith("SELECT "))).not.toEqual([]);
  });

  test("a decline is recorded on its span as a result, not as an error", () => {
    const declines = named("decide").filter(({ facts }) => facts["decision.answer"] === "decline");
    expect(declines).toMatchObject([
      { isError: false, facts: { "decision.code": "insufficient_card_balance" } },
    ]);
  });

  test("a top-up's trace includes reading the quote, posting the movement, and their SQL", () => {
    const [request] = named(DEPOSIT);
    expect(request?.facts["http.response.status_code"]).toBe(201);
    const write = child(request, /^ledger\.(?:submit|post)$/);
    expect(write).toBeDefined();
    const inside = childrenOf(write).flatMap((span) => [span, ...childrenOf(span)]);
    expect(inside.some(({ name }) => /^SELECT ledger\./.test(name))).toBe(true);
    expect(childrenOf(request).some(({ name }) => /^[A-Z]+ \w+/.test(name))).toBe(true);
  });

  test("a batch of movements is a child of one movement's span and links to the others", () => {
    const submits = named("ledger.submit").map(({ spanId }) => spanId);
    const shared = named("ledger.batch").filter(
      ({ facts }) => Number(facts["ledger.movements"]) > 1,
    );
    expect(shared).not.toEqual([]);
    for (const { parentSpanId = "", links, facts } of shared) {
      const all = [parentSpanId, ...links.map(({ spanId }) => spanId)];
      expect(all).toHaveLength(Number(facts["ledger.movements"]));
      expect(all.filter((id) => !submits.includes(id))).toEqual([]);
    }
  });

  test("a call to a provider has a separate span", () => {
    const calls = spans.filter(({ name }) => name.startsWith("issuer."));
    expect(calls).not.toEqual([]);
    expect(calls.every(({ parentSpanId }) => parentSpanId !== undefined)).toBe(true);
  });

  test("every parent span is in the trace, except for the parent named by a proxy", () => {
    const known = new Set(spans.map(({ traceId, spanId }) => `${traceId} ${spanId}`));
    const orphans = spans.filter(
      ({ traceId, parentSpanId }) =>
        parentSpanId !== undefined && !known.has(`${traceId} ${parentSpanId}`),
    );
    expect(orphans).toMatchObject([{ traceId: TRUSTED_TRACE, name: "GET /api/cards" }]);
  });

  test("a traceparent, sampled or not, is used only if a trusted proxy sent it", () => {
    expect(named("GET /api/cards")).toMatchObject([
      {
        traceId: TRUSTED_TRACE,
        parentSpanId: "00f067aa0ba902b7",
        facts: { "tessera.request_id": requestId },
      },
      { parentSpanId: undefined },
    ]);
    expect(receiver.bodies.join("")).not.toContain(STRANGE.split("-")[1]);
  });

  test("a call to the custodian carries the current span", () => {
    const [span] = named(LAST);
    expect(outgoing).toBe(`00-${span?.traceId}-${span?.spanId}-01`);
  });

  test("a failed statement's span has its SQLSTATE", () => {
    const [outer] = named("test of a failing statement");
    expect(childrenOf(outer)).toMatchObject([{ isError: true, facts: { "error.type": "22P02" } }]);
  });

  test("are sent to the collector over OTLP/HTTP", () => {
    expect(new Set(receiver.requests)).toEqual(new Set(["POST /v1/traces application/json"]));
  });

  test("contain no card number, token, email, password, amount, name or SQL parameter", () => {
    const sent = receiver.bodies.join("\n");
    expect(sent).toContain(AUTHORIZE);
    const secrets = [
      card.pan,
      customer.token,
      customer.email,
      customer.username,
      customer.customerId,
      card.id.slice("card_".length),
      "not the right password",
      "a value that no span may hold",
      MERCHANT,
      "31.07",
      "free-text-of-a-client",
      "203.0.113.9",
      "$1",
    ];
    expect(secrets.filter((secret) => sent.includes(secret))).toEqual([]);
  });
});

describe("a collector that is down", () => {
  test("does not significantly delay requests or the shutdown", async () => {
    const own = await createCardsApp({ OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:9" });
    const other = await own.newCustomer({ USD: 1_000n });
    expect((await own.call(other, "GET /api/cards")).status).toBe(200);
    const started = performance.now();
    await own.context.telemetry.close();
    // Closing waits 2 s for the collector, although an export may take 5 s.
    expect(performance.now() - started).toBeLessThan(4_500);
    await own.close();
  });
});

describe("without a collector", () => {
  test("the context has no telemetry at all", async () => {
    const own = await createCardsApp();
    expect(own.context.telemetry).toBe(NO_TELEMETRY);
    const result = { id: newId() };
    expect(own.context.telemetry.span("nothing", () => result)).toBe(result);
    await own.close();
  });
});
