import { openDatabase } from "@tessera/database";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type App, buildApp } from "../../../app.ts";
import { beginSecurityHold } from "../../../identity/security-hold/index.ts";
import { inTransaction } from "../../../platform/context.ts";
import { newId, parseId } from "../../../platform/ids.ts";
import { type CardsApp, createCardsApp, type TestCustomer } from "../../../testing/cards-app.ts";
import { readAudit } from "../../../testing/read-audit.ts";
import { payFor, replace } from "../../../testing/ruled-cards.ts";
import {
  expectStatus,
  fundedCard,
  pay,
  readCard,
  step,
  type TestCard,
} from "../../../testing/test-cards.ts";

let app: CardsApp;
let other: App;
beforeAll(async () => {
  app = await createCardsApp();
  // Another server that uses the same database but shares no memory with this one.
  other = await buildApp({ ...app.context }, { maxEventLoopDelayMs: 0 });
});
afterAll(async () => {
  expect(await app.brokenBooks()).toEqual([]);
  await other.server.close();
  await app.close();
});

const HELD = "card_frozen_verification";

const wrongCvv = ({ cvv }: TestCard) => (cvv === "111" ? "222" : "111");
const guess = (card: TestCard) => payFor(app, card, { amount: "1.00", cvv: wrongCvv(card) });
const payRight = (card: TestCard) => payFor(app, card, { amount: "1.00" });

async function guessTimes(card: TestCard, times: number): Promise<string[]> {
  const codes: string[] = [];
  for (let tries = 0; tries < times; tries++) {
    codes.push((await guess(card)).code);
  }
  return codes;
}

async function layersOf(customer: TestCustomer, card: TestCard): Promise<string[]> {
  const { freezes } = await readCard(app, customer, card);
  return freezes.map(({ layer }: { layer: string }) => layer);
}

/** Counts all emails ever enqueued. */
async function mails(): Promise<number> {
  const [row] = await app.context.db.sql<{ mails: number }[]>`
    select count(*)::int as mails from jobs.job where name = 'mail'`;
  return row?.mails ?? 0;
}

async function wrongTries(card: TestCard): Promise<number> {
  const [row] = await app.context.db.sql<{ tries: number }[]>`
    select count(*)::int as tries from card_wrong_try where card_id = ${idOf(card)}`;
  return row?.tries ?? 0;
}

const idOf = ({ id }: Pick<TestCard, "id">) => parseId("card", id) ?? "";

async function proofFor(customer: TestCustomer, subject?: object): Promise<string> {
  const { password } = customer;
  const answer = await app.call(customer, "POST /api/auth/proof", {
    password,
    ...(subject !== undefined && { subject }),
  });
  return expectStatus(answer, 200).body.proof;
}

const verify = (customer: TestCustomer, card: TestCard, proof: string) =>
  app.call(customer, `POST /api/cards/${card.id}/verify`, undefined, {
    headers: { "x-proof": proof },
  });
const boundTo = (card: TestCard) => ({ operation: "card_verify", cardId: card.id });

describe("wrong card details", () => {
  test("put a card on hold after twelve wrong CVVs; even the correct one is declined", async () => {
    const { customer, card } = await fundedCard(app);
    const before = await mails();
    const answers = await Promise.all(Array.from({ length: 12 }, () => guess(card)));
    expect(answers.every(({ approved }) => !approved)).toBe(true);
    expect(await payRight(card)).toMatchObject({ approved: false, code: HELD });
    expect(await readCard(app, customer, card)).toMatchObject({
      status: "frozen",
      freezes: [{ layer: "verification", reason: "wrong_details", until: null }],
    });
    expect((await mails()) - before).toBe(1);
    const mail = await app.mailTo(customer.email);
    expect(mail).toMatchObject({ subject: "Your card is on hold: check it" });
    expect(mail.text).toContain(`/cards/${card.id}`);
    expect(mail.text).not.toContain(card.pan);
  });

  test("are reported at most five times in twenty concurrent attempts on two servers", async () => {
    const { customer, card } = await fundedCard(app);
    const before = await mails();
    const body = {
      ...{ pan: card.pan, expiryMonth: card.expiryMonth, expiryYear: card.expiryYear },
      ...{ cvv: wrongCvv(card), amount: "1.00", currency: "USD" },
      merchant: { name: "Adobe", mcc: "5734", country: "US" },
    };
    // On a busy machine, an attempt may not get the card's lock in time, in which case it is not
    // counted.
    const attempt = async (place: number): Promise<string> => {
      const { server } = place % 2 === 0 ? app.app : other;
      const url = "/sandbox/network/authorize";
      const { code } = (await server.inject({ method: "POST", url, payload: body })).json();
      return code === "system_timeout" ? attempt(place) : code;
    };
    const codes = await Promise.all(Array.from({ length: 20 }, (_, place) => attempt(place)));
    expect(codes.filter((code) => code === "cvv_mismatch")).toHaveLength(5);
    expect(codes.filter((code) => code === HELD)).toHaveLength(15);
    expect((await payRight(card)).code).toBe(HELD);
    expect(await layersOf(customer, card)).toEqual(["verification"]);
    expect((await mails()) - before).toBe(1);
    const held = await readAudit(app.context, { action: "card.freeze", object: idOf(card) });
    expect(held).toHaveLength(1);
    expect(held[0]).toMatchObject({
      actor: "risk",
      data: { layer: "verification", wrongTries: 5, hours: 24 },
    });
  });

  test("count the same for an expiry date and a CVV, and only once if both are wrong", async () => {
    const { customer, card } = await fundedCard(app);
    const expiryYear = card.expiryYear + 1;
    const wrongDate = (cvv?: string) =>
      payFor(app, card, { amount: "1.00", expiryYear, ...(cvv !== undefined && { cvv }) });
    expect((await wrongDate()).code).toBe("expiry_mismatch");
    await wrongDate(wrongCvv(card));
    expect(await wrongTries(card)).toBe(2);
    expect(await guessTimes(card, 2)).toEqual(["cvv_mismatch", "cvv_mismatch"]);
    expect(await layersOf(customer, card)).toEqual([]);
    expect((await wrongDate()).code).toBe("expiry_mismatch");
    expect((await payRight(card)).code).toBe(HELD);
  });

  test("are neither read nor written by a payment with correct details", async () => {
    const { card } = await fundedCard(app);
    await guessTimes(card, 1);
    const owner = openDatabase<object>({ url: app.database.ownerUrl });
    // If the payment read or wrote these tables, it would have to wait and would not be approved.
    await owner.sql.begin(async (sql) => {
      await sql`lock table card_wrong_try, unknown_number_try, unknown_number_burst,
        programme_setting in access exclusive mode`;
      expect((await payRight(card)).code).toBe("approved");
      expect((await payFor(app, card, { amount: "1.00", cvv: null })).code).toBe("approved");
    });
    await owner.close();
  });

  test("are not reset by a payment with correct details in between", async () => {
    const { card } = await fundedCard(app);
    await guessTimes(card, 4);
    expect((await payRight(card)).code).toBe("approved");
    expect((await guess(card)).code).toBe("cvv_mismatch");
    expect((await payRight(card)).code).toBe(HELD);
  });

  test("no longer count after 24 hours", async () => {
    const { customer, card } = await fundedCard(app);
    await guessTimes(card, 4);
    app.clock.advance(24 * 3_600 + 1);
    expect(await guessTimes(card, 4)).toEqual(Array(4).fill("cvv_mismatch"));
    expect(await layersOf(customer, card)).toEqual([]);
    expect((await payRight(card)).code).toBe("approved");
  });

  test("count only once for duplicate network messages", async () => {
    const { card } = await fundedCard(app);
    const networkReference = newId();
    for (let times = 0; times < 6; times++) {
      const again = { amount: "1.00", cvv: wrongCvv(card), named: { networkReference } };
      expect((await payFor(app, card, again)).code).toBe("cvv_mismatch");
    }
    expect(await wrongTries(card)).toBe(1);
  });

  test("also count for an account verification", async () => {
    const { card } = await fundedCard(app);
    for (let tries = 0; tries < 5; tries++) {
      await payFor(app, card, { amount: "0.00", cvv: wrongCvv(card) });
    }
    expect((await payRight(card)).code).toBe(HELD);
  });

  test("are not revealed as wrong if the attempt cannot be recorded", async () => {
    const { customer, card } = await fundedCard(app);
    await guessTimes(card, 4);
    const { jobs } = app.context;
    const { enqueue } = jobs;
    jobs.enqueue = async () => {
      throw new Error("planned");
    };
    try {
      expect((await guess(card)).code).toBe("system_timeout");
    } finally {
      jobs.enqueue = enqueue;
    }
    expect(await layersOf(customer, card)).toEqual([]);
    expect(await wrongTries(card)).toBe(4);
    expect((await guess(card)).code).toBe("cvv_mismatch");
    expect(await layersOf(customer, card)).toEqual(["verification"]);
  });

  test("are not counted and send no email on a frozen, held, closed or replaced card", async () => {
    const { customer, card } = await fundedCard(app);
    expectStatus(await app.call(customer, `POST /api/cards/${card.id}/freeze`), 200);
    const before = await mails();
    expect(new Set(await guessTimes(card, 6))).toEqual(new Set(["card_frozen_customer"]));
    expect(await wrongTries(card)).toBe(0);
    expectStatus(await app.call(customer, `POST /api/cards/${card.id}/unfreeze`), 200);
    await guessTimes(card, 5);
    expect((await mails()) - before).toBe(1);
    expect(new Set(await guessTimes(card, 6))).toEqual(new Set([HELD]));
    expectStatus(await replace(app, customer, card, { reason: "compromised" }), 201);
    expect(new Set(await guessTimes(card, 6))).toEqual(new Set(["card_closed"]));
    expect(await wrongTries(card)).toBe(0);
    expect((await mails()) - before).toBe(1);
  });

  test("put the card on hold at the program's threshold, which can be changed", async () => {
    const admin = await app.newOperator("administrator");
    const path = "/api/admin/programme/settings";
    const { current } = expectStatus(await app.call(admin, `GET ${path}`), 200).body;
    const { changedBy, changedAt, ...values } = current;
    expect(values.tries).toEqual({ wrongPerCard: 5, unknownPerBin: 30 });
    const set = (version: number, wrongPerCard: number) =>
      app.call(admin, `PUT ${path}`, {
        ...values,
        version,
        tries: { ...values.tries, wrongPerCard },
      });
    expect((await set(values.version, 2)).body.fields).toMatchObject([
      { path: "tries.wrongPerCard", code: "out_of_range" },
    ]);
    const changed = expectStatus(await set(values.version, 3), 200).body;
    const { card } = await fundedCard(app);
    expect((await guessTimes(card, 4)).at(-1)).toBe(HELD);
    expectStatus(await set(changed.version, 5), 200);
  });
});

describe("a verification hold", () => {
  test("is lifted by the card's owner with a bound token, which resets the count", async () => {
    const { customer, card } = await fundedCard(app);
    await guessTimes(card, 5);
    expectStatus(await verify(customer, card, await proofFor(customer, boundTo(card))), 200);
    expect(await layersOf(customer, card)).toEqual([]);
    expect(await guessTimes(card, 4)).toEqual(Array(4).fill("cvv_mismatch"));
    expect((await payRight(card)).code).toBe("approved");
    expect((await guess(card)).code).toBe("cvv_mismatch");
    expect((await payRight(card)).code).toBe(HELD);
    const records = await app.context.db.sql`
      select action, actor, data ->> 'layer' as layer from ledger.audit
      where object = ${idOf(card)} and action like 'card.%freeze' order by id`;
    expect(records).toEqual([
      { action: "card.freeze", actor: "risk", layer: "verification" },
      { action: "card.unfreeze", actor: customer.userId, layer: "verification" },
      { action: "card.freeze", actor: "risk", layer: "verification" },
    ]);
  });

  test("stays if the token is missing, unbound, bound to another card, or used", async () => {
    const { customer, card } = await fundedCard(app);
    const { card: own } = await fundedCard(app);
    await guessTimes(card, 5);
    const without = await app.call(customer, `POST /api/cards/${card.id}/verify`);
    expect(without.body).toMatchObject({ status: 403, code: "proof_required" });
    for (const subject of [
      undefined,
      boundTo(own),
      { ...boundTo(card), operation: "card_reveal" },
    ]) {
      const answer = await verify(customer, card, await proofFor(customer, subject));
      expect(answer.body).toMatchObject({ status: 403, code: "proof_invalid" });
    }
    expect(await layersOf(customer, card)).toEqual(["verification"]);
    const proof = await proofFor(customer, boundTo(card));
    expectStatus(await verify(customer, card, proof), 200);
    await guessTimes(card, 5);
    expect((await verify(customer, card, proof)).body.code).toBe("proof_invalid");
    expect(await layersOf(customer, card)).toEqual(["verification"]);
    const stranger = await app.newCustomer();
    const strange = await verify(stranger, card, await proofFor(stranger, boundTo(card)));
    expect(strange.body).toMatchObject({ status: 404, code: "not_found" });
  });

  test("is not lifted during a security hold, which leaves the token unused", async () => {
    const { customer, card } = await fundedCard(app);
    await guessTimes(card, 5);
    const { context, clock } = app;
    const { customerId } = customer;
    const forget = await inTransaction(context.db, (tx) =>
      beginSecurityHold(context, tx, { customerId, aboutId: newId(), requestId: "test" }),
    );
    await forget();
    // The hold ended the sessions. An hour later, the test opens another session.
    clock.advance(3_600);
    const proof = await proofFor(customer, boundTo(card));
    for (let times = 0; times < 2; times++) {
      const { body } = await verify(customer, card, proof);
      expect(body).toMatchObject({ status: 409, code: "withdrawals_on_hold" });
    }
    expect(await layersOf(customer, card)).toEqual(["verification"]);
  });

  test("is not lifted by unfreezing, and other layers remain after it is lifted", async () => {
    const { customer, card } = await fundedCard(app);
    await guessTimes(card, 5);
    expectStatus(await app.call(customer, `POST /api/cards/${card.id}/freeze`), 200);
    const left = expectStatus(await app.call(customer, `POST /api/cards/${card.id}/unfreeze`), 200);
    expect(left.body.freezes).toMatchObject([{ layer: "verification" }]);
    expectStatus(await app.call(customer, `POST /api/cards/${card.id}/freeze`), 200);
    expectStatus(await verify(customer, card, await proofFor(customer, boundTo(card))), 200);
    expect(await layersOf(customer, card)).toEqual(["customer"]);
  });

  test("is not lifted along with an operator's freeze, only by a separate call", async () => {
    const { customer, card } = await fundedCard(app);
    await guessTimes(card, 5);
    const support = await app.newOperator();
    const lift = (layer?: string, who = support) =>
      app.call(who, `POST /api/operator/cards/${card.id}/unfreeze`, {
        note: "The customer called",
        ...(layer !== undefined && { layer }),
      });
    expectStatus(await lift(), 200);
    expect((await lift("risk")).body.code).toBe("invalid_input");
    expect((await lift("verification", await app.newOperator("auditor"))).status).toBe(403);
    expect(await layersOf(customer, card)).toEqual(["verification"]);
    expectStatus(await lift("verification"), 200);
    expect(await layersOf(customer, card)).toEqual([]);
    expect(await guessTimes(card, 4)).toEqual(Array(4).fill("cvv_mismatch"));
  });

  test("accepts a used token for a repeated lift until the card is put on hold again", async () => {
    const { customer, card } = await fundedCard(app);
    await guessTimes(card, 5);
    const proof = await proofFor(customer, boundTo(card));
    const answers = await Promise.all([1, 2, 3].map(() => verify(customer, card, proof)));
    for (const answer of answers) {
      expect(expectStatus(answer, 200).body).toMatchObject({ status: "active", freezes: [] });
    }
    expect(expectStatus(await verify(customer, card, proof), 200).body.freezes).toEqual([]);
    const lifted = await app.context.db.sql`
      select from ledger.audit where object = ${idOf(card)} and action = 'card.unfreeze'`;
    expect(lifted).toHaveLength(1);
    await guessTimes(card, 5);
    expect((await verify(customer, card, proof)).body.code).toBe("proof_invalid");
  });

  test("also declines recurring payments; approved ones settle and refunds arrive", async () => {
    const { customer, card } = await fundedCard(app);
    const approved = async (amount: string) =>
      (await payFor(app, card, { amount, named: { presence: "merchant" } })).authorizationId;
    const cleared = await approved("20.00");
    const reversed = await approved("30.00");
    await guessTimes(card, 5);
    const recurring = { amount: "9.00", cvv: null, named: { presence: "merchant" } };
    expect((await payFor(app, card, recurring)).code).toBe(HELD);
    expect((await pay(app, "single-message", card, { amount: "9.00" })).body.code).toBe(HELD);
    expect((await step(app, "increment", cleared, "5.00")).body.code).toBe(HELD);
    expectStatus(await step(app, "clear", cleared, "20.00"), 200);
    expectStatus(await step(app, "reverse", reversed), 200);
    expectStatus(await pay(app, "refund", card, { amount: "7.00" }), 200);
    const now = await readCard(app, customer, card);
    expect(now).toMatchObject({ balance: "987.00", freezes: [{ layer: "verification" }] });
  });

  test("blocks transfers with its own error code, but lets the card be replaced", async () => {
    const { customer, card } = await fundedCard(app);
    await guessTimes(card, 5);
    const quote = await app.call(customer, `POST /api/cards/${card.id}/quote`, {
      operation: "withdraw",
      amount: "1.00",
    });
    expect(quote.body).toMatchObject({ status: 409, code: HELD, blockedBy: ["verification"] });
    const replaced = expectStatus(await replace(app, customer, card), 201).body;
    expect(replaced.card).toMatchObject({ status: "active", freezes: [] });
  });

  test("explains a declined payment and offers to verify the card", async () => {
    const { customer, card } = await fundedCard(app);
    await guessTimes(card, 5);
    const { movementId } = await payRight(card);
    const texts: Record<string, string> = {
      en: "The card was on hold after wrong details were used. Confirm it’s safe, or replace it.",
      "zh-CN": "有人多次输入错误的卡片信息，卡片已暂停使用。请确认卡片安全，或补换卡片",
      "zh-TW": "有人多次輸入錯誤的卡片資訊，卡片已暫停使用。請確認卡片安全，或補換卡片",
    };
    for (const [locale, message] of Object.entries(texts)) {
      const headers = { "accept-language": locale };
      const path = `/api/risk/declines/${movementId}`;
      const { body } = await app.call(customer, `GET ${path}`, undefined, { headers });
      expect(body).toMatchObject({ code: HELD, message, fixes: [{ kind: "verify" }] });
      expect(body.trace).toContainEqual({ check: "card_not_frozen", passed: false, code: HELD });
    }
  });
});
