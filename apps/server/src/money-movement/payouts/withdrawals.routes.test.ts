import { randomBytes } from "node:crypto";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { signMessage } from "../../adapters/payout/payout-signature.ts";
import { newId } from "../../platform/ids.ts";
import { expectStatus } from "../../testing/test-cards.ts";
import { payoutsOf } from "./send/payouts.ts";
import { anyAddress } from "./withdrawals.fixtures.ts";
import { DAY_SECONDS, subjectOf, until, WithdrawalDesk } from "./withdrawals.routes.fixtures.ts";

let desk: WithdrawalDesk;
beforeAll(async () => {
  desk = await WithdrawalDesk.open();
});
afterAll(() => desk?.close());

describe("invalid input gets a specific error, and nothing is held", () => {
  test.each([
    ["20.001", 400, "amount_too_precise"],
    ["0.00", 400, "amount_not_positive"],
    ["1e3", 400, "malformed_amount"],
    ["-20.00", 400, "malformed_amount"],
    ["9.99", 400, "withdrawal_out_of_bounds"],
    ["100000.01", 400, "withdrawal_out_of_bounds"],
    ["990.00", 409, "insufficient_funds"],
  ])("for the amount %s: %s %s", async (amount, status, code) => {
    const owner = await desk.ready();
    const path = "POST /api/wallet/withdrawals/quote" as const;
    const { addressId } = owner;
    const refused = await desk.app.call(owner.customer, path, { addressId, amount });
    expect(refused.status).toBe(status);
    expect([refused.body.code, refused.body.fields?.[0]?.code]).toContain(code);
    const { body } = await desk.app.call(owner.customer, "GET /api/wallet");
    expect(body.balances[0]).toMatchObject({ available: "1000.00", held: "0.00" });
  });
});

describe("a withdrawal", () => {
  test("requires a step-up token for its quote, amount and address, and consumes it", async () => {
    const owner = await desk.ready();
    const { customer } = owner;
    const [quote, other] = [await desk.quoted(owner), await desk.quoted(owner)];
    const wrong = [
      undefined,
      await desk.prove(customer),
      await desk.prove(customer, subjectOf(other)),
      await desk.prove(customer, { ...subjectOf(quote), amount: "2.00" }),
      await desk.prove(customer, { ...subjectOf(quote), address: anyAddress("TRC20") }),
    ];
    for (const proof of wrong) {
      expect((await desk.withdraw(owner, quote, proof)).status).toBe(403);
    }
    const proof = await desk.prove(customer, subjectOf(quote));
    expectStatus(await desk.withdraw(owner, quote, proof), 201);
    expect((await desk.withdraw(owner, other, proof)).body.code).toBe("proof_invalid");
    const { body } = await desk.app.call(customer, "GET /api/wallet");
    expect(body.balances[0]).toMatchObject({ available: "978.80", held: "21.20" });
  });

  test("counts in the wallet's total for as long as its money is on hold", async () => {
    const owner = await desk.ready();
    const wallet = async () => (await desk.app.call(owner.customer, "GET /api/wallet")).body;
    const before = await wallet();
    expectStatus(await desk.withdrawnAnswer(owner), 201);
    const after = await wallet();
    expect(after.balances[0].held).not.toBe("0.00");
    expect([after.total, after.account]).toEqual([before.total, before.account]);
  });

  test("needs a fresh step-up token, and its audit event names who, what and when", async () => {
    const owner = await desk.ready();
    const { customer } = owner;
    const quote = await desk.quoted(owner);
    const events = () => desk.app.context.db.sql<
      { actor: string; customer_id: string; object: string; created_at: Date; data: object }[]
    >`select actor, customer_id, object, created_at, data from ledger.audit
      where action = 'withdrawal.create' and customer_id = ${customer.customerId}`;
    const stale = await desk.prove(customer, subjectOf(quote));
    desk.app.clock.advance(301);
    expect((await desk.withdraw(owner, quote, stale)).status).toBe(403);
    expect(await events()).toEqual([]);
    const renewed = await desk.quoted(owner);
    const proof = await desk.prove(customer, subjectOf(renewed));
    const made = expectStatus(await desk.withdraw(owner, renewed, proof), 201).body;
    expect(await events()).toEqual([
      {
        actor: customer.userId,
        customer_id: customer.customerId,
        object: made.id,
        created_at: expect.any(Date),
        data: expect.objectContaining({ factor: "password", network: "TRC20" }),
      },
    ]);
  });

  test("requires a step-up token even before the quote is looked up", async () => {
    const owner = await desk.ready();
    const { customer } = owner;
    const stranger = await desk.ready();
    const unknown = { ...(await desk.quoted(owner)), quoteId: `quo_${newId()}` };
    const refusal = async (proof?: string) => {
      const { status, body } = await desk.withdraw(owner, unknown, proof);
      return [status, body.code];
    };
    expect(await refusal()).toEqual([403, "proof_required"]);
    expect(await refusal("vp1_made-up")).toEqual([403, "proof_invalid"]);
    expect(await refusal(await desk.prove(stranger.customer))).toEqual([403, "proof_invalid"]);
    expect(await refusal(await desk.prove(customer))).toEqual([404, "not_found"]);
  });

  test("is completed by the server's jobs and appears in the history", async () => {
    const owner = await desk.ready();
    const { id, movementId } = await desk.withdrawn(owner);
    desk.app.clock.advance(601);
    await until(async () => (await desk.stageOf(owner, id)) === "completed");
    const { body } = await desk.app.call(owner.customer, "GET /api/wallet/history");
    expect(body.data[0]).toMatchObject({
      ...{ id: movementId, kind: "withdrawal", status: "completed" },
      ...{ amount: "-21.20", fee: "1.20" },
    });
    const detail = await desk.app.call(owner.customer, `GET /api/transactions/${movementId}`);
    expect(detail.body.timeline.map(({ status }: { status: string }) => status)).toEqual([
      ...["processing", "queued", "processing", "processing", "completed"],
    ]);
    const list = await desk.app.call(owner.customer, "GET /api/wallet/withdrawals");
    expect(list.body.data[0]).toMatchObject({ id, status: "completed" });
  });

  test("is reviewed by operators, and paid when one of them approves it", async () => {
    const owner = await desk.ready();
    const { customer } = owner;
    const reviewer = await desk.app.newOperator("reviewer");
    expectStatus(
      await desk.app.call(reviewer, "POST /api/admin/review-flags", {
        customerId: `cus_${customer.customerId}`,
        flagged: true,
        reason: "test",
      }),
      200,
    );
    const { id, reviewReasons } = await desk.withdrawn(owner);
    expect(reviewReasons).toEqual(["flagged"]);
    desk.app.clock.advance(601);
    await until(async () => (await desk.stageOf(owner, id)) === "review");
    const path = `GET /api/admin/reviews?kind=withdrawal&customerId=cus_${customer.customerId}`;
    const { data } = (await desk.app.call(reviewer, path as `GET ${string}`)).body;
    const approve = `POST /api/admin/reviews/${data[0].id}/approve` as const;
    expectStatus(await desk.app.call(reviewer, approve, { revision: 1 }), 200);
    await until(async () => (await desk.stageOf(owner, id)) === "completed");
  });

  test("is locked for a day after a password change, which the terms show in advance", async () => {
    const owner = await desk.ready();
    const { customer } = owner;
    const quote = await desk.quoted(owner);
    const proof = await desk.prove(customer, subjectOf(quote));
    await desk.app.context.db.sql`
      update person set security_changed_at = ${desk.app.clock.now()}
      where customer_id = ${customer.customerId}`;
    const refused = await desk.withdraw(owner, quote, proof);
    expect([refused.status, refused.body.code]).toEqual([409, "withdrawals_locked"]);
    const terms = await desk.app.call(customer, "GET /api/wallet/withdrawals/terms");
    const hours = (Date.parse(terms.body.lockedUntil) - desk.app.clock.now().getTime()) / 3_600_000;
    expect(hours).toBeGreaterThan(23.9);
    desk.app.clock.advance(DAY_SECONDS);
    expectStatus(await desk.withdrawnAnswer(owner), 201);
  });
});

describe("a message from the payout provider", () => {
  async function post(
    over: { body?: string; payout?: string; secret?: Buffer; ageSeconds?: number } = {},
  ) {
    const id = newId();
    const body = Buffer.from(
      over.body ?? JSON.stringify({ id, payout: over.payout ?? newId(), status: "x" }),
    );
    const seconds = Math.floor(desk.app.clock.now().getTime() / 1_000) - (over.ageSeconds ?? 0);
    const timestamp = String(seconds);
    const secret = over.secret ?? payoutsOf(desk.app.context).webhookSecret;
    const { statusCode } = await desk.app.app.server.inject({
      method: "POST",
      url: "/webhooks/payout",
      headers: {
        "content-type": "application/json",
        "webhook-id": id,
        "webhook-timestamp": timestamp,
        "webhook-signature": signMessage(secret, { id, timestamp, body }),
      },
      payload: body,
    });
    return statusCode;
  }

  test("is accepted if it is signed, recent and identifies a payout", async () => {
    expect(await post()).toBe(200);
    expect(await post({ secret: randomBytes(32) })).toBe(400);
    expect(await post({ ageSeconds: 301 })).toBe(400);
    expect(await post({ ageSeconds: -305 })).toBe(400);
    expect(await post({ body: "{}" })).toBe(400);
    expect(await post({ body: JSON.stringify({ id: "another", payout: newId() }) })).toBe(400);
    expect(await post({ payout: "pay\u0000out" })).toBe(400);
  });
});

test("withdrawals: the history is append-only", async () => {
  const owner = postgres(desk.app.database.appUrl, { max: 1 });
  await expect(owner`delete from withdrawal_step`).rejects.toThrow("permission denied");
  await expect(owner`update withdrawal_quote set total_minor = 1`).rejects.toThrow(
    "permission denied",
  );
  await owner.end();
});
