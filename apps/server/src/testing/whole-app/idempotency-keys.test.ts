import { type Endpoint, type KeyIgnored, keyUseOf } from "@tessera/contract/endpoint";
import { ENDPOINTS } from "@tessera/contract/endpoints";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { newId } from "../../platform/ids.ts";
import { addTestOperator, type CardsApp, createCardsApp, type TestCustomer } from "../cards-app.ts";
import { exampleBody, kindOf, nameOf } from "../example-calls.ts";
import { newToken, type Things, thingsOf } from "../role-things.ts";

const calls = Object.values(ENDPOINTS).flatMap((feature) => Object.values<Endpoint>(feature));
const writes = calls.filter(
  ({ method, access }) => method !== "GET" && (access === "session" || access === "operator"),
);

/**
 * Calls that ignore the key. The list deliberately repeats the contract, since adding a call here
 * means giving up its replay.
 */
const IGNORING: Readonly<Record<string, KeyIgnored["ignored"]>> = {
  "DELETE /api/auth/factors/passkeys/:id": "secret",
  "DELETE /api/auth/factors/totp": "secret",
  "POST /api/api-keys": "secret",
  "POST /api/api-keys/:id/rotate": "secret",
  "POST /api/webhooks": "secret",
  "POST /api/webhooks/:id/rotate": "secret",
  "POST /api/auth/factors/passkeys": "secret",
  "POST /api/auth/factors/passkeys/begin": "secret",
  "POST /api/auth/factors/recovery-codes": "secret",
  "POST /api/auth/factors/totp": "secret",
  "POST /api/auth/factors/totp/begin": "secret",
  "POST /api/auth/password": "secret",
  "POST /api/auth/proof": "secret",
  "POST /api/auth/proof/passkey": "secret",
  "POST /api/companies/:id/session": "secret",
  "POST /api/cards/:id/number-key": "secret",
  "POST /api/cards/:id/reveal": "secret",
  "PUT /api/card-holder": "sealed",
  "POST /api/admin/programme/fees/preview": "read",
  "POST /api/admin/programme/rules/backtest": "read",
  "POST /api/risk/backtests": "read",
  "POST /api/risk/preflight": "read",
  "POST /api/wallet/addresses/check": "read",
  "POST /api/admin/bank/statements": "file",
  "POST /api/logs/export": "file",
  "POST /api/operator/audit/export": "file",
  "POST /api/auth/logout": "logout",
};

/** Calls for which the specification requires a key. */
const REQUIRING = [
  "POST /api/card-applications",
  "POST /api/cards/:id/close",
  "POST /api/cards/:id/deposit",
  "POST /api/cards/:id/withdraw",
  "POST /api/mandates",
  "POST /api/mandates/:id/approve",
  "POST /api/wallet/deposits",
  "POST /api/wallet/exchanges",
  "POST /api/wallet/withdrawals",
];

/**
 * Calls whose response is rebuilt from the movement or deposit that has the key. Tests therefore
 * compare the bodies' content rather than their bytes.
 */
const IN_LEDGER: ReadonlySet<string> = new Set([
  "POST /api/cards/:id/deposit",
  "POST /api/cards/:id/withdraw",
  "POST /api/wallet/deposits",
]);

const SECRET_NAME =
  /^(?:token|proof|secret|uri|pan|cvv|password|challenge|recoveryCodes|ephemeralKey|birthDate|legalName|phone)$/i;

/** Returns all property names in a schema, at any depth. */
function namesIn(schema: unknown): string[] {
  if (typeof schema !== "object" || schema === null) {
    return [];
  }
  const own = "properties" in schema ? Object.keys(Object(schema.properties)) : [];
  return [...own, ...Object.values(schema).flatMap(namesIn)];
}

function propertyNames(schema: z.ZodMiniType | null | undefined): string[] {
  return schema == null ? [] : namesIn(z.toJSONSchema(schema, { unrepresentable: "any" }));
}

describe("idempotency in the contract", () => {
  it("declares a required or optional key, or why there is none, for every signed-in write", () => {
    const ignoring = writes.filter((one) => keyUseOf(one) === "ignored");
    const reasons = ignoring.map((one) => [nameOf(one), one.idempotencyKey]);
    const expected = Object.entries(IGNORING).map(([name, why]) => [name, { ignored: why }]);
    expect(reasons.toSorted()).toEqual(expected.toSorted());
    const required = calls.filter((one) => keyUseOf(one) === "required").map(nameOf);
    expect(required.toSorted()).toEqual(REQUIRING.toSorted());
    expect(writes.length).toBeGreaterThan(100);
  });

  it("declares no key for reads, or for calls without a session to own the key", () => {
    const others = calls.filter((one) => !writes.includes(one));
    expect(others.filter((one) => keyUseOf(one) !== "ignored").map(nameOf)).toEqual([]);
  });

  it("stores no response that contains a secret, and no fingerprint of a password", () => {
    const stored = writes.filter((one) => keyUseOf(one) !== "ignored");
    const secrets = stored.flatMap((one) =>
      [...propertyNames(one.success.body), ...propertyNames(one.body)]
        .filter((name) => SECRET_NAME.test(name))
        .map((name) => `${nameOf(one)}: ${name}`),
    );
    expect(secrets).toEqual([]);
    const withSecret = writes.filter(
      ({ idempotencyKey }) =>
        typeof idempotencyKey === "object" && /secret|sealed/.test(idempotencyKey.ignored),
    );
    for (const one of withSecret) {
      const names = propertyNames(one.success.body);
      expect([nameOf(one), names.some((name) => SECRET_NAME.test(name))]).toEqual([
        nameOf(one),
        true,
      ]);
    }
  });
});

describe("a server", () => {
  let app: CardsApp;
  let ada: TestCustomer;
  let things: Things;
  let administrator: TestCustomer;

  beforeAll(async () => {
    app = await createCardsApp();
    ada = await app.newCustomer();
    things = await thingsOf(app, ada);
    administrator = await addTestOperator(app.context, "administrator");
  }, 300_000);
  afterAll(() => app.close());

  async function send(endpoint: Endpoint, key: string, more = "") {
    const who = endpoint.access === "operator" ? administrator : ada;
    const isFile = endpoint.file !== undefined;
    const body = isFile ? "a receipt" : JSON.stringify(exampleBody(endpoint, things));
    const token = await newToken(app, who);
    const { statusCode, payload, headers } = await app.app.server.inject({
      method: endpoint.method,
      url: endpoint.path.replace(":id", () => things[kindOf(endpoint)]),
      headers: {
        authorization: `Bearer ${token}`,
        "idempotency-key": key,
        ...((endpoint.proof === true || endpoint.proof === "once") && {
          "x-proof": await proofFor(token),
        }),
        ...(body !== undefined && { "content-type": isFile ? "text/plain" : "application/json" }),
      },
      ...(body !== undefined && { payload: `${body}${more}` }),
    });
    return { status: statusCode, text: payload, replayed: headers["idempotent-replayed"] };
  }

  async function proofFor(token: string): Promise<string> {
    const { body } = await app.app.server.inject({
      method: "POST",
      url: "/api/auth/proof",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      payload: JSON.stringify({ password: ada.password }),
    });
    return JSON.parse(body).proof ?? "none";
  }

  it("replays each write by its key, rejects other bodies and stores nothing else", async () => {
    const wrong: string[] = [];
    const replayed: string[] = [];
    for (const endpoint of app.app.endpoints.filter((one) => writes.includes(one))) {
      const key = newId();
      const first = await send(endpoint, key);
      const isFinal = first.status < 300 || first.status === 409;
      const second = await send(endpoint, key);
      const other = await send(endpoint, key, " ");
      const isKept = isFinal && keyUseOf(endpoint) !== "ignored";
      const isReplayed =
        second.replayed === "true" && second.text === first.text && second.status === first.status;
      if (isReplayed !== isKept || first.replayed !== undefined) {
        wrong.push(`${nameOf(endpoint)}: ${first.status}, then ${JSON.stringify(second)}`);
      }
      const hasBody = endpoint.body !== undefined || endpoint.file !== undefined;
      if (isKept && hasBody && !IN_LEDGER.has(nameOf(endpoint)) && other.status !== 422) {
        wrong.push(`${nameOf(endpoint)}: another body under its key answers ${other.status}`);
      }
      if (isKept) {
        replayed.push(nameOf(endpoint));
      }
    }
    expect(wrong).toEqual([]);
    expect(replayed).toEqual(
      expect.arrayContaining([
        "POST /api/cards/:id/quote",
        "POST /api/cards/:id/freeze",
        "DELETE /api/wallet/addresses/:id",
        "PUT /api/wallet/addresses/:id",
        "POST /api/support/attachments",
        "PUT /api/auth/username",
        "PUT /api/admin/programme/settings",
      ]),
    );
    expect(replayed.length).toBeGreaterThan(60);
  }, 300_000);
});
