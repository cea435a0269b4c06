import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createPaymentCardLookup } from "../../authorization/holds/index.ts";
import { revealCard } from "../../cards/issuance/index.ts";
import { firstMisplaced } from "../../identity/people/index.ts";
import { hashToken } from "../../identity/sessions/index.ts";
import { newStopLink } from "../../money-movement/payouts/index.ts";
import { contextAt } from "../../operations/seed/seed-clock.ts";
import { verifyBooks } from "../../operations/verify/verify-books.ts";
import { cellRoutes } from "../../platform/cells/cell-routes.ts";
import { cellForName } from "../../platform/cells/program-routes.ts";
import { StandingClock } from "../../platform/clock.ts";
import { inTransaction } from "../../platform/context.ts";
import { createKeys } from "../../platform/crypto/keys.ts";
import { withDatabase } from "../../platform/database/with-database.ts";
import { createCardDirectory, numberKey } from "../../platform/directory/card-directory.ts";
import { newId, parseId } from "../../platform/ids.ts";
import { giveMoney } from "../../testing/give-money.ts";
import { signUp, type TestCustomer } from "../../testing/test-app.ts";
import { OPENING_FEES, SEGMENTS } from "../../testing/test-cards.ts";
import { startTwoCells, type TestCell, type TwoCells } from "../../testing/two-cells.ts";

const PASSWORD = "three small boats at dawn";

interface Sent {
  readonly token?: string;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
}

// biome-ignore lint/suspicious/noExplicitAny: tests assert a response's shape
type Json = any;

async function send(cell: TestCell, call: string, { token, body, headers }: Sent = {}) {
  const [method = "", path = ""] = call.split(" ");
  const response = await fetch(`${cell.url}${path}`, {
    method,
    headers: {
      ...(body !== undefined && { "content-type": "application/json" }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.includes("json") === true;
  const json: Json = isJson ? JSON.parse(text) : undefined;
  return { status: response.status, json, text, headers: response.headers };
}

/** Returns a new email whose customer would be opened in a cell. */
function emailFor({ context: { config, keys } }: TestCell): string {
  for (;;) {
    const email = `new-${randomBytes(6).toString("hex")}@example.com`;
    if (cellForName(keys, email, [1, 2]) === config.cell) {
      return email;
    }
  }
}

async function register(at: TestCell, email: string) {
  const captcha = await send(at, "GET /api/captcha");
  const captchaId = captcha.headers.get("x-captcha-id") ?? "";
  const given = { email, password: PASSWORD, confirmPassword: PASSWORD, agreement: true };
  return send(at, "POST /api/customer/register", {
    body: { ...given, captchaId, captchaCode: "TESTER" },
  });
}

/** Opens a card with $100.00 on its account, and returns what a merchant knows of it. */
async function openCard(cell: TestCell, customer: TestCustomer) {
  const { customerId, username: actor } = customer;
  await giveMoney(cell.context, { customerId, currency: "USD", amountMinor: 100_00n });
  const { json } = await send(cell, "POST /api/card-applications", {
    ...customer,
    headers: { "idempotency-key": newId() },
    body: {
      segmentId: SEGMENTS.mastercardStandardUsd,
      billingAddress: "auto",
      openingFee: OPENING_FEES.USD,
      usage: "standard",
    },
  });
  const cardId = parseId("card", json.cardId);
  const asked = { customerId, cardId, given: null, actor, requestId: "test" };
  const { pan, cvv, expiryMonth, expiryYear } = await revealCard(cell.context, asked);
  return { pan, cvv, expiryMonth, expiryYear };
}

function authorize(at: TestCell, card: Awaited<ReturnType<typeof openCard>>) {
  const merchant = { name: "Shop", mcc: "5411", country: "US" };
  return send(at, "POST /sandbox/network/authorize", {
    body: { ...card, amount: "1.00", currency: "USD", merchant, messageId: newId() },
  });
}

/** Returns the token in the newest mail to an address that has one, in the cell that sent it. */
async function mailedToken(
  cell: TestCell,
  email: string,
  pattern = /token=(\S+)/,
): Promise<string> {
  let token: string | undefined;
  await expect
    .poll(
      async () => {
        const headers = { "x-tessera-cell": String(cell.context.config.cell) };
        const { json } = await send(cell, "GET /sandbox/mail.json", { headers });
        token = json.data
          .filter(({ to }: { to: string }) => to === email)
          .map(({ text }: { text: string }) => pattern.exec(text)?.[1])
          .find((found: string | undefined) => found !== undefined);
        return token;
      },
      { timeout: 60_000 },
    )
    .toBeDefined();
  return token ?? "";
}

describe.each(["one process", "two processes"] as const)("two cells in %s", (processes) => {
  let program: TwoCells;
  let one: TestCell;
  let two: TestCell;

  beforeAll(async () => {
    program = await startTwoCells({ processes: processes === "one process" ? "one" : "two" });
    ({ one, two } = program);
  }, 300_000);
  afterAll(() => program?.close(), 300_000);

  it("cells: a session reaches its cell at whichever server it arrives", async () => {
    for (const home of [one, two]) {
      const customer = await signUp(home.context, {});
      for (const at of [one, two]) {
        const { status, json } = await send(at, "GET /api/auth/profile", customer);
        expect(status).toBe(200);
        expect(json.user.username).toBe(customer.username);
      }
    }
  });

  it("cells: demo data, written by a clock of its own, has card numbers of its cell", () => {
    for (const { context } of [one, two]) {
      const past = contextAt(context, new StandingClock(new Date(0)));
      expect(past.use(cellRoutes).isOnly).toBe(false);
    }
  });

  it("cells: a name is found in its cell, and an unknown one is refused alike", async () => {
    for (const home of [one, two]) {
      const customer = await signUp(home.context, {});
      for (const username of [customer.username, customer.email]) {
        const body = { username, password: customer.password };
        const { status, json } = await send(one, "POST /api/customer/login", { body });
        expect(status).toBe(200);
        const session = await send(two, "GET /api/auth/profile", { token: json.token });
        expect(session.json.user.username).toBe(customer.username);
      }
      const wrong = { username: customer.username, password: "another one entirely" };
      const refused = await send(one, "POST /api/customer/login", { body: wrong });
      expect(refused.json.code).toBe("wrong_credentials");
    }
    const body = { username: "nobody-at-all", password: PASSWORD };
    const unknown = await send(one, "POST /api/customer/login", { body });
    expect(unknown.json.code).toBe("wrong_credentials");
  });

  it("cells: a new customer is opened in the cell of the email, by either server", async () => {
    for (const [at, cell] of [
      [one, two],
      [two, one],
    ] as const) {
      const email = emailFor(cell);
      expect((await register(at, email)).json).toEqual({ status: "verification-sent" });
      const token = await mailedToken(cell, email);
      expect(token).toMatch(new RegExp(`^vl${cell.context.config.cell}_`));
      const opened = await send(at, "POST /api/customer/verify-email", { body: { token } });
      expect(opened.status).toBe(200);
      const place = await at.context.directory.find(at.context.db.kysely, email);
      expect(place?.cell).toBe(cell.context.config.cell);
    }
  });

  it("cells: links that cancel a closure or stop an account work at either server", async () => {
    for (const [home, at] of [
      [one, two],
      [two, one],
    ] as const) {
      const customer = await signUp(home.context, {});
      const [remaining, prefix] = [[], new RegExp(`^vl${home.context.config.cell}_`)];
      const subject = { operation: "account_closing", remaining };
      const { json } = await send(home, "POST /api/auth/proof", {
        ...customer,
        body: { password: customer.password, subject },
      });
      const headers = { "x-proof": json.proof, "idempotency-key": newId() };
      const asked = { ...customer, headers, body: { remaining } };
      expect((await send(home, "POST /api/account-closing", asked)).status).toBe(201);
      const keep = await mailedToken(home, customer.email, /\/keep-account#(\S+)/);
      expect(keep).toMatch(prefix);
      const path = "POST /api/account-closing/cancel-by-link";
      expect((await send(at, path, { body: { token: keep } })).status).toBe(204);
      const about = { id: newId(), customerId: customer.customerId };
      const { url } = await inTransaction(home.context.db, (tx) =>
        newStopLink(home.context, tx, about),
      );
      const token = url.split("#")[1] ?? "";
      expect(token).toMatch(prefix);
      const stopped = await send(at, "POST /api/wallet/withdrawals/not-me", { body: { token } });
      expect(stopped.status).toBe(200);
      expect((await send(home, "GET /api/auth/profile", customer)).status).toBe(401);
    }
  });

  it("cells: a link from before the program had cells works at any server", async () => {
    const customer = await signUp(one.context, {});
    const about = { id: newId(), customerId: customer.customerId };
    await inTransaction(one.context.db, (tx) => newStopLink(one.context, tx, about));
    const token = randomBytes(32).toString("base64url");
    await withDatabase(
      one.database.ownerUrl,
      ({ sql }) => sql`
        update withdrawal_alarm set token_hash = ${hashToken(token)} where about_id = ${about.id}`,
    );
    const path = "POST /api/wallet/withdrawals/not-me";
    const stopped = await send(two, path, { body: { token } });
    expect([stopped.status, stopped.json.code]).toEqual([200, undefined]);
    expect((await send(one, "GET /api/auth/profile", customer)).status).toBe(401);
    const again = await send(two, path, { body: { token } });
    expect(again.json.code).toBe("stop_link_invalid");
    for (const call of [
      "POST /api/customer/verify-email",
      "POST /api/account-closing/cancel-by-link",
      "POST /api/operator-invitations/read",
    ]) {
      const unknown = await send(two, call, { body: { token } });
      expect([call, unknown.status]).toEqual([call, 400]);
    }
  });

  it("cells: the root key decides which cell a name that nobody has belongs to", async () => {
    const names = Array.from({ length: 64 }, () => randomBytes(8).toString("hex"));
    const other = createKeys(randomBytes(32));
    const cellsBy = (keys: Pick<typeof other, "hmac">) =>
      names.map((name) => cellForName(keys, name, [1, 2]));
    expect(cellsBy(one.context.keys)).toEqual(cellsBy(two.context.keys));
    expect(cellsBy(one.context.keys)).not.toEqual(cellsBy(other));
    await withDatabase(one.database.ownerUrl, async ({ sql }) => {
      await sql`update cell set is_open = false where id = 2`;
      const routes = one.context.use(cellRoutes);
      const signIns = await Promise.all(names.map((name) => routes.ofSignIn(name)));
      expect(new Set(signIns)).toEqual(new Set([1, 2]));
      expect(new Set(await Promise.all(names.map((name) => routes.ofName(name))))).toEqual(
        new Set([1]),
      );
      await sql`update cell set is_open = true where id = 2`;
    });
  });

  it("cells: a captcha of one cell is spent once, also for a customer of the other", async () => {
    const captcha = await send(one, "GET /api/captcha");
    const captchaId = captcha.headers.get("x-captcha-id") ?? "";
    const email = emailFor(two);
    const body = { email, purpose: "register", captchaId, captchaCode: "TESTER" };
    expect((await send(one, "POST /api/auth/send-code", { body })).status).toBe(200);
    const again = await send(two, "POST /api/auth/send-code", { body });
    expect(again.json.code).toBe("captcha_invalid");
  });

  it("cells: a name is taken in the whole program, also by a race", async () => {
    for (let round = 0; round < 5; round += 1) {
      const email = `race-${randomBytes(6).toString("hex")}@example.com`;
      const tries = [one, two].map(({ context }) => signUp(context, { email }));
      const outcomes = await Promise.allSettled(tries);
      expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    }
  });

  it("cells: a payment finds the card's cell by the range of its number alone", async () => {
    for (const home of [one, two]) {
      const customer = await signUp(home.context, {});
      const card = await openCard(home, customer);
      const { db, directory } = one.context;
      const ofRange = await directory.cards.cellOfRange(db.kysely, card.pan);
      expect(ofRange).toBe(home.context.config.cell);
      for (const at of [one, two]) {
        const { status, json } = await authorize(at, card);
        expect(status).toBe(200);
        // The card has no money of its own yet, which only its own cell can know.
        expect(json).toMatchObject({ approved: false, code: "insufficient_card_balance" });
      }
    }
  });

  it("cells: a payment finds a card whose number is in another cell's range", async () => {
    const customer = await signUp(one.context, {});
    const card = await openCard(one, customer);
    // As if the number were from before the program had ranges, and cell 2 had taken the range.
    await withDatabase(one.database.ownerUrl, async ({ sql }) => {
      await sql`update directory_range set cell = 2 where prefix = ${card.pan.slice(0, 8)}`;
    });
    const asked = await createCardDirectory(1).cellOfRange(one.context.db.kysely, card.pan);
    expect(asked).toBe(2);
    await expect(createPaymentCardLookup(two.context).find(card.pan, new Date())).rejects.toThrow(
      "the call concerns cell 1",
    );
    await withDatabase(one.database.ownerUrl, async ({ sql }) => {
      await sql`update directory_range set cell = 1 where prefix = ${card.pan.slice(0, 8)}`;
    });
  });

  it("cells: a number that a card of another cell has is not given again", async () => {
    const key = numberKey(randomBytes(32));
    // postgres_fdw answers the later of two simultaneous claims with a serialization failure.
    const [first, second] = [one, two].map(({ context: { directory, db } }) =>
      inTransaction(db, (tx) => directory.cards.claim(tx, newId(), key)),
    );
    expect([await first, await second].sort()).toEqual([false, true]);
    await one.context.db.sql`delete from directory_card where key_hash = ${key.keyHash}`;
  });

  it("cells: every invariant holds in both, with the places of people and cards", async () => {
    for (const { context } of [one, two]) {
      const { ledger, db } = context;
      const books = await verifyBooks(ledger, db);
      expect(books.invariants.filter(({ holds }) => !holds)).toEqual([]);
    }
  });

  it("cells: a name that is listed for somebody else is found", async () => {
    const customer = await signUp(two.context, {});
    const { db, directory } = two.context;
    expect(await firstMisplaced(db.kysely, directory)).toBeUndefined();
    const other = newId();
    await directory.release(db.kysely, customer.userId, ["email"]);
    await directory.record(db.kysely, other, { email: customer.email });
    expect(await firstMisplaced(db.kysely, directory)).toBe(customer.userId);
    await directory.release(db.kysely, other, ["email"]);
    await directory.record(db.kysely, customer.userId, { email: customer.email });
  });

  it("cells: an event stream passes through", async () => {
    const customer = await signUp(two.context, {});
    const ending = new AbortController();
    const response = await fetch(`${one.url}/api/events`, {
      headers: { authorization: `Bearer ${customer.token}` },
      signal: ending.signal,
    });
    expect(response.headers.get("content-type")).toContain("text/event-stream");
    const reader = response.body?.getReader();
    await two.context.events.publish(customer.customerId, "card", { cardId: "x" });
    let received = "";
    while (!received.includes("event: card")) {
      const part = await reader?.read();
      received += new TextDecoder().decode(part?.value);
    }
    ending.abort();
  });

  it("cells: a response without a body passes through", async () => {
    const customer = await signUp(two.context, {});
    const left = await send(one, "POST /api/auth/logout", customer);
    expect(left.status).toBe(204);
    const after = await send(one, "GET /api/auth/profile", customer);
    expect(after.status).toBe(401);
  });

  it("bad input: a token with the other cell's number is refused", async () => {
    const customer = await signUp(one.context, {});
    const forged = customer.token.replace("vc1_", "vc2_");
    const refused = await send(one, "GET /api/auth/profile", { token: forged });
    expect(refused.status).toBe(401);
    expect(refused.json.code).toBe("unauthenticated");
  });

  it("bad input: a token of a cell that the program does not have is refused", async () => {
    const customer = await signUp(one.context, {});
    const forged = customer.token.replace("vc1_", "vc77_");
    const refused = await send(one, "GET /api/auth/profile", { token: forged });
    expect(refused.json.code).toBe("unauthenticated");
  });

  it("bad input: a captcha of a cell that the program does not have is refused", async () => {
    const captcha = await send(one, "GET /api/captcha");
    const captchaId = captcha.headers.get("x-captcha-id")?.replace(/^c\d+_/, "c77_") ?? "";
    const body = { email: emailFor(one), purpose: "register", captchaId, captchaCode: "TESTER" };
    const refused = await send(one, "POST /api/auth/send-code", { body });
    expect(captchaId).toMatch(/^c77_/);
    expect(refused.json.code).toBe("captcha_invalid");
  });

  it.each(["3", "0", "two", "1,2", " "])(
    "bad input: a request that names cell %j is refused",
    async (cell) => {
      const refused = await send(one, "GET /api/status", { headers: { "x-tessera-cell": cell } });
      expect(refused.status).toBe(400);
      expect(refused.json.code).toBe("malformed_request");
    },
  );

  it("bad input: a forged vouch is refused, and changes no address", async () => {
    const headers = { "x-tessera-vouch": `${Buffer.from("1\nid\n1.2.3.4\n1").toString("hex")}.AA` };
    const refused = await send(one, "GET /api/status", { headers });
    expect(refused.status).toBe(400);
    expect(refused.json.code).toBe("malformed_request");
  });

  it("bad input: a directory row without its person lets nobody in", async () => {
    const { directory, db } = two.context;
    const name = `ghost-${randomBytes(4).toString("hex")}`;
    await directory.record(db.kysely, "0192f0c1-7c2e-7e6a-9f0b-3c5d1a2b4e6f", { username: name });
    const body = { username: name, password: PASSWORD };
    const refused = await send(one, "POST /api/customer/login", { body });
    expect(refused.status).toBe(401);
    expect(refused.json.code).toBe("wrong_credentials");
    await directory.release(db.kysely, "0192f0c1-7c2e-7e6a-9f0b-3c5d1a2b4e6f", ["username"]);
  });

  it("cells: the directory of both databases is the same", async () => {
    const counted = await Promise.all(
      [one, two].map(({ database }) =>
        withDatabase(
          database.ownerUrl,
          async ({ sql }) => sql`
          select kind, count(*)::int as names from directory_name group by kind order by kind`,
        ),
      ),
    );
    expect(counted[0]).toEqual(counted[1]);
  });
});
