import { isOfCompany } from "@tessera/contract/identity/member-needs";
import { afterAll, beforeAll, expect, it } from "vitest";
import {
  actingFor,
  createTestCompany,
  giveFactor,
} from "../../identity/companies/companies.fixtures.ts";
import { badCalls, complaintAbout, sendBadCalls } from "../bad-input.ts";
import { addTestOperator } from "../cards-app.ts";
import { createTestApp, type TestApp, type TestCustomer } from "../test-app.ts";

let test: TestApp;
let customer: TestCustomer;

beforeAll(async () => {
  test = await createTestApp();
  customer = await test.signUp();
});
afterAll(() => test?.close());

it("bad input: any bad value in any field of any call is rejected, naming the field", async () => {
  const calls = badCalls(test.app.endpoints);
  const headers = { "idempotency-key": "bad-input" };
  const operator = await addTestOperator(test.context, "administrator");
  const company = await createTestCompany(test, customer, { money: 0n });
  const member = await actingFor(test, company, customer);
  const {
    operators = [],
    members = [],
    others = [],
  } = Object.groupBy(calls, ({ endpoint }) => {
    const isOfOperators = endpoint.access === "operator";
    return isOfOperators ? "operators" : isOfCompany(endpoint) ? "members" : "others";
  });
  await giveFactor(test, customer);
  const complaints = [
    ...(await sendBadCalls(test, others, { token: customer.token, headers })),
    ...(await sendBadCalls(test, members, { token: member.token, headers })),
    ...(await sendBadCalls(test, operators, { token: operator.token, headers })),
  ];
  expect(calls.length).toBeGreaterThan(250);
  expect(complaints).toEqual([]);
}, 300_000);

it("bad input: the generated values include fields inside lists", () => {
  const paths = badCalls(test.app.endpoints).map(({ path }) => path);
  expect(paths).toContain("rule.when.countries.values");
  expect(paths).toContain("rule.when.countries.values.0");
});

it("bad input: the test notices if a bad value is accepted", () => {
  const [call] = badCalls(test.app.endpoints);
  if (call === undefined) {
    throw new Error("no calls");
  }
  const headers = {};
  expect(complaintAbout(call, { status: 200, headers, text: "{}", json: {} })).toMatch("not 400");
  const json = { message: "No", code: "invalid_input", fields: [] };
  expect(complaintAbout(call, { status: 400, headers, text: "", json })).toMatch("does not name");
});

const MALFORMED: readonly (readonly [name: string, body: string | Buffer])[] = [
  ["half an object", '{"username":'],
  ["a key twice", '{"username":"a","username":"b","password":"c"}'],
  ["an escaped key twice", '{"username":"a","\\u0075sername":"b","password":"c"}'],
  ["__proto__", '{"__proto__":{"role":"administrator"},"username":"a","password":"b"}'],
  ["an array 10,000 deep", `${"[".repeat(10_000)}${"]".repeat(10_000)}`],
  ["a byte order mark", '\ufeff{"username":"a","password":"b"}'],
  ["bytes after it", '{"username":"a","password":"b"} x'],
  ["no UTF-8", Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
  ["NaN", '{"username":NaN,"password":"b"}'],
];

it.each(MALFORMED)("bad input: a body with %s is rejected as unreadable", async (_name, body) => {
  const { status, json } = await test.call("POST", "/api/customer/login", { body });
  expect([status, json.code]).toEqual([400, "malformed_request"]);
});

it.each([
  ["text/plain", "{}"],
  ["application/x-www-form-urlencoded", "a=b"],
  ["multipart/form-data; boundary=x", "--x--"],
  ["application/vnd.api+json", "{}"],
  ["application/json; charset=utf-16", "{}"],
  ["application/json\ta", "{}"],
])("bad input: a body of type %s is rejected", async (type, body) => {
  const headers = { "content-type": type };
  const { status } = await test.call("POST", "/api/customer/login", { body, headers });
  expect(status).toBe(415);
});

it.each([
  "application/json",
  "application/json; charset=utf-8",
  'Application/JSON;charset="UTF-8"',
])("bad input: a body of type %s is parsed", async (type) => {
  const headers = { "content-type": type };
  const { status, json } = await test.call("POST", "/api/customer/login", { body: "{}", headers });
  expect([status, json.code]).toEqual([400, "invalid_input"]);
});

it("bad input: compressed bodies and oversized bodies are rejected", async () => {
  const headers = { "content-encoding": "gzip" };
  const packed = await test.call("POST", "/api/customer/login", { body: "{}", headers });
  expect([packed.status, packed.json.code]).toEqual([415, "unsupported_media_type"]);
  const body = JSON.stringify({ username: "x".repeat(70_000) });
  const large = await test.call("POST", "/api/customer/login", { body });
  expect([large.status, large.json.code]).toEqual([413, "payload_too_large"]);
});

it.each(["/api/%zz", "/api/%E0%A4%A", "/api/cards/%00", "/api//auth/profile", "/API/auth/profile"])(
  "bad input: the path %s gets a response in the error format",
  async (url) => {
    const { status, json } = await test.call("GET", url, { token: customer.token });
    expect([400, 404]).toContain(status);
    expect(json.message).toBeTypeOf("string");
  },
);

it("bad input: a wrong method on a known path gets 405 with the allowed methods", async () => {
  for (const method of ["GET", "HEAD", "PUT", "DELETE", "PATCH", "OPTIONS"] as const) {
    const { status, headers, text } = await test.call(method, "/api/customer/login");
    expect([status, headers.allow]).toEqual([405, "POST"]);
    expect(headers["content-type"]).toMatch(/^application\/problem\+json/);
    expect(text.includes("method_not_allowed")).toBe(method !== "HEAD");
  }
  for (const [path, allowed] of [
    ["/api/cards/card_x?limit=1", "GET, HEAD"],
    ["/api/admin/announcements/ann_x", "GET, HEAD, PUT, DELETE"],
    ["/api/auth/sessions/end-others", "POST"],
    ["/api/logs/export", "POST"],
    ["/api/admin/announcements/batch-delete", "POST"],
    ["/healthz", "GET, HEAD"],
    ["/openapi.json", "GET, HEAD"],
    ["/sandbox/clock", "GET, HEAD, POST"],
    ["/webhooks/payout", "POST"],
  ] as const) {
    const { status, headers } = await test.call("PATCH", path);
    expect([path, status, headers.allow]).toEqual([path, 405, allowed]);
  }
  expect((await test.call("PATCH", "/api/nothing")).status).toBe(404);
});

it("bad input: a literal path allows its own methods, not those of a parameter path", async () => {
  for (const [method, path] of [
    ["DELETE", "/api/auth/sessions/end-others"],
    ["GET", "/api/logs/export"],
    ["PUT", "/api/admin/announcements/batch-delete?a=b"],
  ] as const) {
    const { status, headers } = await test.call(method, path, { token: customer.token });
    expect([path, status, headers.allow]).toEqual([path, 405, "POST"]);
  }
});

it("bad input: a request without a route gets a response before its body is read", async () => {
  const unread = { body: "{", headers: { "content-type": "text/plain" } };
  expect((await test.call("POST", "/api/cards", unread)).status).toBe(405);
  expect((await test.call("POST", "/api/nothing", unread)).status).toBe(404);
  // QUERY is a method for which Fastify reads the body.
  const query = await test.call("QUERY" as "GET", "/api/cards");
  expect([query.status, query.headers.allow]).toEqual([405, "GET, HEAD"]);
});

it("HEAD: works wherever GET does, with the same headers and no body", async () => {
  const { token } = customer;
  for (const path of [
    "/api/cards",
    "/api/wallet",
    "/api/captcha?t=1",
    "/healthz",
    "/openapi.json",
  ]) {
    const [get, head] = [
      await test.call("GET", path, { token }),
      await test.call("HEAD", path, { token }),
    ];
    expect([path, head.status, head.text]).toEqual([path, 200, ""]);
    expect(head.headers["content-type"]).toBe(get.headers["content-type"]);
    // Each captcha response contains a different image.
    if (!path.startsWith("/api/captcha")) {
      expect(head.headers["content-length"]).toBe(get.headers["content-length"]);
    }
  }
  const events = await test.call("HEAD", "/api/events", { token });
  expect([events.status, events.headers["content-type"]]).toEqual([
    200,
    "text/event-stream; charset=utf-8",
  ]);
  for (const path of ["/api/cards", "/api/events"]) {
    expect((await test.call("HEAD", path)).status).toBe(401);
  }
});

it.each(["from", "to"])("bad input: a time in the year 0 is rejected in %s", async (field) => {
  const { token } = await test.signUp();
  for (const list of ["/api/transactions", "/api/bills", "/api/wallet/history", "/api/logs"]) {
    const answer = await test.call("GET", `${list}?${field}=0000-01-01T00:00:00Z`, { token });
    expect([answer.status, answer.json.fields?.[0]?.path]).toEqual([400, field]);
  }
});
