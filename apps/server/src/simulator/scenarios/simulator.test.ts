import {
  PRACTICE_SCENARIOS,
  type PRACTICE_STEPS,
  practice,
  practiceExport,
} from "@tessera/contract/simulator/scenarios.schemas";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sealingKeyOf } from "../../platform/crypto/sealing-key.ts";
import { withDatabase } from "../../platform/database/with-database.ts";
import { newId } from "../../platform/ids.ts";
import { type CardsApp, createCardsApp, type TestCustomer } from "../../testing/cards-app.ts";
import { expectStatus, fund, network, openCard, readCard } from "../../testing/test-cards.ts";
import { drafted, revise, ruleOver, turn } from "../../testing/test-strategies.ts";
import { simulatorCalls } from "./simulator.fixtures.ts";

let app: CardsApp;
beforeAll(async () => {
  app = await createCardsApp();
});
afterAll(async () => {
  expect(await app.brokenBooks()).toEqual([]);
  await app.close();
});

async function inForce(customer: TestCustomer, amount: string, status = "active") {
  const strategy = await drafted(app, customer, ruleOver(amount));
  if (status !== "draft") {
    expectStatus(await turn(app, customer, strategy.id, status), 200);
  }
  return strategy;
}

/** Tables that any request may write to, regardless of what the call does. */
const OF_REQUESTS = ["idempotency_answer", "rate_limit", "session", "session_proof"];
/**
 * Tables in which background loops store their progress and the number of movements. The movements
 * themselves are compared.
 */
const OF_LOOPS = [
  "auto_top_up_progress",
  "event_sequencer",
  "board_hour",
  "board_progress",
  "seal_verification",
  "standing_check",
  "service_hour",
  "server_process",
  "webhook_progress",
];

/**
 * Waits until everything written so far has been sealed and sent to open screens. Both wait for
 * earlier transactions, even those of other test files.
 */
async function settled(owner: postgres.Sql): Promise<void> {
  const { ledger, db, keys, events } = app.context;
  await expect
    .poll(
      async () => {
        await ledger.seal(db, sealingKeyOf(keys));
        await events.pump();
        const [open] = await owner<{ rows: number }[]>`
          select (select count(*) from ledger.outbox)
            + (select count(*) from ledger.movement where xid >= sealed.until
              or (card_id is not null and xid >= relayed_to))
            + (select count(*) from ledger.movement_history where xid >= sealed.until)
            + (select count(*) from ledger.audit where xid >= sealed.until) as rows
          from event_sequencer,
            (select coalesce(max(to_xid), 0) as until from ledger.seal) sealed`;
        return Number(open?.rows);
      },
      { timeout: 90_000 },
    )
    .toBe(0);
}

/** Reads the contents of every table in the real database. */
async function contents(): Promise<Record<string, string>> {
  const owner = postgres(app.database.ownerUrl, { max: 1, onnotice: () => undefined });
  try {
    await settled(owner);
    const tables = await owner<{ name: string }[]>`
      select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname in ('public', 'ledger')
        and not tablename = any(${[...OF_REQUESTS, ...OF_LOOPS]})`;
    const said: Record<string, string> = {};
    for (const { name } of tables) {
      const [row] = await owner.unsafe<{ sum: string }[]>(
        `select count(*) || ' ' || coalesce(md5(string_agg(t::text, '' order by t::text)), '')
           as sum from ${name} t`,
      );
      said[name] = row?.sum ?? "";
    }
    expect(Object.keys(said).length).toBeGreaterThan(40);
    return said;
  } finally {
    await owner.end();
  }
}

describe("the simulator and the real ledger", () => {
  test("share nothing: a play changes no table in the real ledger, and vice versa", async () => {
    const { begin, play, clock, read } = simulatorCalls(app);
    const customer = await app.newCustomer();
    const card = await openCard(app, customer);
    await fund(app, customer, card, 50_000n);
    await inForce(customer, "500.00");
    // The rule's windows are recomputed after 15 s, which may be during the plays on a slow
    // machine.
    await withDatabase(
      app.database.ownerUrl,
      ({ sql }) => sql`delete from jobs.job where name = 'risk-windows'`,
    );
    const real = await readCard(app, customer, card);
    const before = await contents();

    await begin(customer);
    for (const scenario of PRACTICE_SCENARIOS) {
      await play(customer, scenario);
    }
    await clock(customer, { by: "P1M" });
    expect(await contents()).toEqual(before);
    expect(await readCard(app, customer, card)).toEqual(real);

    const inSimulator = await read(customer);
    await network(app, "single-message", card, { amount: "30.00" });
    expect(await read(customer)).toEqual(inSimulator);
    expect(await contents()).not.toEqual(before);
  }, 300_000);

  test("share no card: a customer neither owns a simulated card nor sees its number", async () => {
    const { begin } = simulatorCalls(app);
    const customer = await app.newCustomer();
    const answer = await begin(customer);
    const id = answer.session?.card.id;
    for (const path of ["", "/reveal", "/freeze", "/quote"]) {
      const method = path === "" ? "GET" : "POST";
      const body = path === "/quote" ? { operation: "deposit", amount: "1.00" } : undefined;
      const { status } = await app.call(customer, `${method} /api/cards/${id}${path}`, body, {
        key: newId(),
        headers: { "x-proof": await app.prove(customer) },
      });
      expect([403, 404]).toContain(status);
    }
    expect((await app.call(customer, "GET /api/cards")).body.data).toEqual([]);
    const exported = await app.call(customer, "GET /api/practice/export");
    const listed = await app.call(customer, "GET /api/practice");
    for (const { text } of [exported, listed]) {
      expect(text).not.toMatch(/\d{13,19}|pan|cvv/i);
    }
  });
});

describe("the time in a simulation", () => {
  test("is independent of other customers' simulations", async () => {
    const { begin, clock, read, step } = simulatorCalls(app);
    const [a, b] = [await app.newCustomer(), await app.newCustomer()];
    await begin(a);
    await begin(b);
    for (const customer of [a, b]) {
      expectStatus(await step(customer, "late_clearing", 1), 200);
    }
    const standing = await read(b);
    const moved = await clock(a, { by: "P1M" });
    expect(moved.journals.map(({ kind }) => kind)).toEqual(["expiry"]);
    expect((await read(a)).balances.held).toBe("0.00");
    expect(await read(b)).toEqual(standing);
    expect(standing.balances.held).toBe("40.00");
  });

  test("ends a hold when it expires, no matter how far the clock is moved", async () => {
    const { begin, clock, step } = simulatorCalls(app);
    const customer = await app.newCustomer();
    await begin(customer);
    const asked = expectStatus(await step(customer, "late_clearing", 1), 200).body;
    const moved = await clock(customer, { by: "P1M" });
    const tenDaysLater = new Date(new Date(asked.to).getTime() + 10 * 86_400_000);
    expect(moved.journals[0]?.at).toBe(tenDaysLater.toISOString());
    expect(moved).toMatchObject({ before: { held: "40.00" }, after: { held: "0.00" } });
  });

  test("only moves forward, in one way at a time, and by at most two years", async () => {
    const { begin, write } = simulatorCalls(app);
    const customer = await app.newCustomer();
    const { session } = await begin(customer);
    const { now = "", endsAt = "" } = session ?? {};
    const at = (ms: number) => new Date(new Date(endsAt).getTime() + ms).toISOString();
    const refused = [
      {},
      { by: "P1D", to: endsAt },
      { to: now },
      { to: "2001-01-01T00:00:00.000Z" },
      { to: at(1) },
      { by: "P1Y" },
      { by: "P1D", more: true },
    ];
    for (const body of refused) {
      expect((await write(customer, "/clock", body)).status).toBe(400);
    }
    expectStatus(await write(customer, "/clock", { to: endsAt }), 200);
    for (const [path, body] of [
      ["/clock", { by: "PT1H" }],
      ["/steps", { scenario: "fuel", step: 1 }],
    ] as const) {
      expect((await write(customer, path, body)).body.code).toBe("practice_over");
    }
    await begin(customer);
    expectStatus(await write(customer, "/steps", { scenario: "fuel", step: 1 }), 200);
  });
});

describe("the customer's rules in the simulator", () => {
  test("decline a step and name the deciding rule as its owner knows it", async () => {
    const { begin, play } = simulatorCalls(app);
    const customer = await app.newCustomer();
    const strategy = await inForce(customer, "250.00");
    const { session } = await begin(customer);
    expect(session?.rules).toEqual([
      {
        strategyId: strategy.id,
        name: strategy.name,
        version: 1,
        action: "decline",
        status: "active",
      },
    ]);
    const [asked, ...rest] = await play(customer, "hotel");
    expect(asked).toMatchObject({
      result: "declined",
      code: "amount_out_of_range",
      journals: [{}],
    });
    expect(asked?.message).toMatch(/\w/);
    expect(asked?.trace.find(({ passed }) => !passed)).toMatchObject({
      check: "strategy",
      strategyId: strategy.id,
      strategyName: strategy.name,
    });
    expect(rest.map(({ result, journals }) => [result, journals])).toEqual([
      ["skipped", []],
      ["skipped", []],
      ["skipped", []],
    ]);
    expect((await play(customer, "tip"))[0]?.result).toBe("approved");
  });

  test("apply as of the start date, without retired rules and optionally with drafts", async () => {
    const { begin, step } = simulatorCalls(app);
    const customer = await app.newCustomer();
    const retired = await inForce(customer, "10.00");
    await turn(app, customer, retired.id, "retired");
    const paused = await inForce(customer, "10.00");
    await turn(app, customer, paused.id, "paused");
    const euros = await drafted(app, customer, ruleOver("10.00", { currency: "EUR" }));
    expectStatus(await turn(app, customer, euros.id, "active"), 200);
    const tried = await inForce(customer, "70.00", "shadow");
    const draft = await inForce(customer, "75.00", "draft");

    expect((await begin(customer)).session?.rules).toEqual([]);
    expect((await step(customer, "tip", 1)).body.result).toBe("approved");

    const both = (await begin(customer, true)).session?.rules;
    expect(both?.map(({ strategyId, status }) => [strategyId, status])).toEqual([
      [tried.id, "shadow"],
      [draft.id, "draft"],
    ]);
    expect((await step(customer, "tip", 1)).body.result).toBe("declined");

    // Changes outside the simulator take effect the next time a simulation starts.
    await turn(app, customer, draft.id, "active");
    expectStatus(await revise(app, customer, draft, { rule: ruleOver("90.00") }), 200);
    expect((await step(customer, "fuel", 1)).body.result).toBe("approved");
    const restarted = (await begin(customer)).session;
    expect(restarted?.rules).toMatchObject([
      { strategyId: draft.id, version: 2, status: "active" },
    ]);
    expect((await step(customer, "tip", 1)).body.result).toBe("approved");
  });
});

describe("playing a scenario", () => {
  test("plays only once if the same key is used twice", async () => {
    const { begin, step, read } = simulatorCalls(app);
    const customer = await app.newCustomer();
    await begin(customer);
    const key = newId();
    const first = expectStatus(await step(customer, "hotel", 1, key), 200);
    const second = expectStatus(await step(customer, "hotel", 1, key), 200);
    expect(second.body).toEqual(first.body);
    expect((await step(customer, "hotel", 2, key)).body.code).toBe("idempotency_mismatch");
    expect((await read(customer)).plays).toEqual([first.body]);
  });

  test("plays once if two windows send the same step; the second one gets an error", async () => {
    const { begin, step, read } = simulatorCalls(app);
    const customer = await app.newCustomer();
    await begin(customer);
    const both = await Promise.all([step(customer, "hotel", 1), step(customer, "hotel", 1)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(both.find(({ status }) => status === 409)?.body.code).toBe("practice_moved_on");
    const { plays, balances } = await read(customer);
    expect(plays).toHaveLength(1);
    expect(balances.held).toBe("300.00");
  });

  test("accepts only the next step, and starts over after the last one", async () => {
    const { begin, step, play, read } = simulatorCalls(app);
    const customer = await app.newCustomer();
    expect((await step(customer, "tip", 1)).body.code).toBe("not_found");
    await begin(customer);
    expect((await step(customer, "tip", 2)).body.code).toBe("practice_moved_on");
    await play(customer, "tip");
    expect((await step(customer, "tip", 2)).body.code).toBe("practice_moved_on");
    const [again] = await play(customer, "tip");
    expect(again).toMatchObject({ scenario: "tip", take: 2, step: 1 });
    const tip = (await read(customer)).progress.find(({ scenario }) => scenario === "tip");
    expect(tip).toEqual({ scenario: "tip", next: 1, take: 3 });
  });

  test("is blocked for a while after an interrupted step, which takes effect once", async () => {
    const { begin, step, read } = simulatorCalls(app);
    const customer = await app.newCustomer();
    await begin(customer);
    const first = expectStatus(await step(customer, "hotel", 1), 200).body;
    const { ownerUrl = "" } = (await app.practiceDatabase()) ?? {};
    const owner = postgres(ownerUrl, { max: 1, onnotice: () => undefined });
    // Restores the state in which the network has its response but nothing has been recorded yet.
    await owner`update practice_session set played = 0, clock_at = started_at,
      playing_until = now() + interval '30 seconds' where owner_id = ${customer.customerId}`;
    await owner`delete from practice_play where session_id =
      (select id from practice_session where owner_id = ${customer.customerId})`;
    expect((await step(customer, "hotel", 1)).body.code).toBe("practice_moved_on");
    await owner`update practice_session set playing_until = now()
      where owner_id = ${customer.customerId}`;
    const again = expectStatus(await step(customer, "hotel", 1), 200).body;
    await owner.end();
    expect(again.journals).toEqual(first.journals);
    expect((await read(customer)).balances).toEqual(first.after);
  });

  test("reports what the real operations reject, and continues", async () => {
    const { begin, step, play } = simulatorCalls(app);
    const customer = await app.newCustomer();
    await begin(customer);
    expectStatus(await step(customer, "refund", 1), 200);
    expectStatus(await step(customer, "refund", 2), 200);
    const [refused] = await play(customer, "top_up");
    expect(refused).toMatchObject({ result: "refused", code: "card_frozen", journals: [] });
    expect(refused?.message).toMatch(/frozen/i);
    const [declined] = await play(customer, "tip");
    expect(declined).toMatchObject({ result: "declined", code: "card_frozen_customer" });
  });

  test("is private: only its owner, with a session, can see it or move its clock", async () => {
    const { begin, read, write } = simulatorCalls(app);
    const [a, b] = [await app.newCustomer(), await app.newCustomer()];
    await begin(a);
    expect(await read(b)).toBeNull();
    expect((await app.call(b, "GET /api/practice/export")).status).toBe(404);
    expect((await write(b, "/clock", { by: "P1D" })).status).toBe(404);
    expect((await app.call(undefined, "GET /api/practice")).status).toBe(401);
    const operator = await app.newOperator();
    expect((await app.call(operator, "GET /api/practice")).status).toBe(403);
  });

  test("exports a fixture with steps, decisions and journals, and without ids", async () => {
    const { begin, play } = simulatorCalls(app);
    const customer = await app.newCustomer();
    await inForce(customer, "250.00");
    practice.parse(await begin(customer));
    await play(customer, "hotel");
    await play(customer, "dispute_lost");
    const { text, body } = expectStatus(await app.call(customer, "GET /api/practice/export"), 200);
    const fixture = practiceExport.parse(body);
    expect(text).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}/);
    const ids: readonly (typeof PRACTICE_STEPS.hotel)[number][] = [
      "check_in",
      "longer_stay",
      "check_out",
      "minibar",
    ];
    expect(fixture.plays.map(({ stepId }) => stepId)).toEqual([
      ...ids,
      "purchase",
      "credit",
      "lost",
    ]);
    expect(fixture.plays[0]).toMatchObject({
      deed: "authorisation",
      merchant: { name: "Harbor View Hotel", category: "travel" },
      code: "amount_out_of_range",
    });
  });
});

test("simulator: an unreachable database is reported, and affects nothing else", async () => {
  const lost = await createCardsApp({}, { practiceUrl: "postgres://nobody@127.0.0.1:9/nowhere" });
  try {
    const { write } = simulatorCalls(lost);
    const customer = await lost.newCustomer();
    const answers = [
      await lost.call(customer, "GET /api/practice"),
      await lost.call(customer, "GET /api/practice/export"),
      await write(customer, "", { withDrafts: false }),
      await write(customer, "/steps", { scenario: "hotel", step: 1 }),
      await write(customer, "/clock", { by: "P1D" }),
    ];
    for (const { status, body } of answers) {
      expect([status, body.code]).toEqual([503, "practice_unavailable"]);
    }
    const card = await openCard(lost, customer);
    await fund(lost, customer, card, 10_000n);
    expect(await network(lost, "authorize", card, { amount: "40.00" })).toMatchObject({
      approved: true,
    });
  } finally {
    await lost.close();
  }
});
