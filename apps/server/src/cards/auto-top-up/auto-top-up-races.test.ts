import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { periodIn } from "../../authorization/decision/index.ts";
import { feesInput } from "../../back-office/program/program.fixtures.ts";
import { createAcceptanceGate } from "../../identity/legal/index.ts";
import { StandingClock } from "../../platform/clock.ts";
import { type AppContext, inTransaction } from "../../platform/context.ts";
import { newId, parseId } from "../../platform/ids.ts";
import { type CardsApp, createCardsApp } from "../../testing/cards-app.ts";
import { expectStatus, network, readCard } from "../../testing/test-cards.ts";
import { withoutRepeatedJobs } from "../../testing/without-repeated-jobs.ts";
import { cardWith, type Owned, order, runsOf } from "./auto-top-up.fixtures.ts";
import { noticePayments, noticeTimes } from "./find-causes.ts";
import { endMissedRuns, runTopUp } from "./run-top-up.ts";
import { insertRuns } from "./runs.repository.ts";

/** A time zone whose months begin 14 hours before those of UTC. */
const ZONE = "Pacific/Kiritimati";

let app: CardsApp;
let owner: postgres.Sql;
/** The same program on another server: with services of its own. */
let other: AppContext;
beforeAll(async () => {
  // The tests look for causes and act on them themselves.
  app = await withoutRepeatedJobs(() => createCardsApp({ PROGRAMME_TIME_ZONE: ZONE }));
  other = { ...app.context };
  // Advances to the start of a day, so that neither a day nor a month ends during a test.
  app.clock.advance(86_401 - ((app.clock.now().getTime() / 1_000) % 86_400));
  owner = postgres(app.database.ownerUrl, { max: 2, onnotice: () => undefined });
});
afterAll(async () => {
  await owner.end();
  expect(await app.brokenBooks()).toEqual([]);
  await app.close();
});

const alternately = (place: number) => (place % 2 === 0 ? app.context : other);
const many = <T>(make: (place: number) => Promise<T>) =>
  Promise.all(Array.from({ length: 64 }, (_, place) => make(place)));
const gate = () => createAcceptanceGate(app.context);
const at = (clock: StandingClock): AppContext => ({ ...app.context, clock });

async function balanceOf({ customer, card }: Owned): Promise<string> {
  return (await readCard(app, customer, card)).balance;
}

/** Orders top-ups and returns the order's id. */
async function orderId(owned: Owned, terms: Parameters<typeof order>[2] = {}): Promise<string> {
  const { body } = expectStatus(await order(app, owned, terms), 200);
  return parseId("atu", body.order.id) ?? "";
}

/** Records causes without a job, so that nothing acts on them but the test. Returns their ids. */
async function causesOf(
  { customer, card }: Owned,
  auto_top_up_id: string,
  { count = 1, now = app.context.clock.now() } = {},
): Promise<string[]> {
  const basis = { customer_id: customer.customerId, card_id: parseId("card", card.id) ?? "" };
  return inTransaction(app.context.db, (tx) =>
    insertRuns(
      tx,
      Array.from({ length: count }, () => ({
        ...{ ...basis, auto_top_up_id, id: newId(now), created_at: now },
        cause: `below:${newId(now)}`,
      })),
    ),
  );
}

/** Reads what was done for each cause: the reason of a refusal, or else the outcome. */
async function outcomesOf({ card }: Owned): Promise<string[]> {
  const rows = await owner<{ done: string }[]>`
    select coalesce(reason, outcome) as done from auto_top_up_run
    where card_id = ${parseId("card", card.id) ?? ""} order by 1`;
  return rows.map(({ done }) => done);
}

describe("two servers", () => {
  test("record a cause once and act on it once, each 32 times in parallel", async () => {
    const owned = await cardWith(app, 3_000n);
    await orderId(owned);
    await network(app, "authorize", owned.card, { amount: "25.00" });
    const search = async () => {
      await many((place) => noticePayments(alternately(place)));
      return runsOf(app, owned);
    };
    await expect.poll(search, { timeout: 60_000 }).toHaveLength(1);
    // As if both had searched nothing yet.
    await owner`update auto_top_up_progress set searched_to = 1`;
    await many((place) => noticePayments(alternately(place)));
    const [run] = await runsOf(app, owned);
    const runId = parseId("atr", run?.id ?? "") ?? "";
    await many((place) => runTopUp(alternately(place), gate(), runId));
    expect(await outcomesOf(owned)).toEqual(["funded"]);
    expect(await balanceOf(owned)).toBe("80.00");
  });

  test("never exceed the cap with 64 causes at once", async () => {
    const owned = await cardWith(app, 3_000n);
    const trigger = { kind: "week", day: "wed", hour: 9 } as const;
    const id = await orderId(owned, { trigger, monthlyCap: "155.25" });
    const runIds = await causesOf(owned, id, { count: 64 });
    await many((place) => runTopUp(alternately(place), gate(), runIds[place] ?? ""));
    const outcomes = await outcomesOf(owned);
    expect(outcomes.filter((outcome) => outcome === "funded")).toHaveLength(3);
    expect(outcomes.filter((outcome) => outcome === "cap_reached")).toHaveLength(61);
    expect(await balanceOf(owned)).toBe("180.00");
  });
});

describe("an order that is changed while its top-up runs", () => {
  test("does nothing any more if the change came first", async () => {
    const owned = await cardWith(app, 3_000n);
    const id = await orderId(owned);
    const [runId = ""] = await causesOf(owned, id);
    const cardId = parseId("card", owned.card.id) ?? "";
    let running: Promise<void> | undefined;
    await owner.begin(async (tx) => {
      await tx`select from card where id = ${cardId} for no key update`;
      running = runTopUp(app.context, gate(), runId);
      const waiting = () => tx`
        select from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))`;
      await expect.poll(waiting, { timeout: 60_000 }).not.toHaveLength(0);
      await tx`update auto_top_up set ended_at = now() where id = ${id}`;
    });
    await running;
    expect(await outcomesOf(owned)).toEqual(["turned_off"]);
    expect(await balanceOf(owned)).toBe("30.00");
  });

  test("acts on the former or the new terms, never on a mixture", async () => {
    for (let round = 0; round < 8; round++) {
      const owned = await cardWith(app, 3_000n);
      const trigger = { kind: "balance", below: "29.00" } as const;
      const id = await orderId(owned, { trigger });
      await network(app, "authorize", owned.card, { amount: "2.00" });
      const [runId = ""] = await causesOf(owned, id);
      const amount = { kind: "fixed", amount: "70.00" } as const;
      const later = { trigger: { kind: "balance", below: "10.00" }, amount } as const;
      const [changed] = await Promise.all([
        order(app, owned, later),
        runTopUp(app.context, gate(), runId),
      ]);
      expect(expectStatus(changed, 200).body.order).toMatchObject({ amount });
      const outcomes = await outcomesOf(owned);
      expect([["funded"], ["turned_off"]]).toContainEqual(outcomes);
      expect(await balanceOf(owned)).toBe(outcomes[0] === "funded" ? "80.00" : "30.00");
      const path = `GET /api/cards/${owned.card.id}/auto-top-up` as const;
      const { body } = await app.call(owned.customer, path);
      expect(body.order).toMatchObject({ amount });
    }
  });
});

describe("the cap of a month", () => {
  test("begins again with the month of the program's time zone, not that of UTC", async () => {
    const owned = await cardWith(app, 500n);
    const trigger = { kind: "week", day: "wed", hour: 9 } as const;
    const id = await orderId(owned, { trigger, monthlyCap: "60.00" });
    const now = app.context.clock.now();
    const { monthResetsAt } = periodIn(ZONE, now);
    expect(monthResetsAt.getUTCHours()).toBe(10);
    // The ledger accepts only movements of about now.
    app.clock.advance(Math.floor((monthResetsAt.getTime() - now.getTime()) / 1_000));
    const clock = new StandingClock(new Date(monthResetsAt.getTime() - 1));
    const act = async () => {
      const [runId = ""] = await causesOf(owned, id, { now: clock.now() });
      await runTopUp(at(clock), gate(), runId);
    };
    await act();
    await act();
    expect(await outcomesOf(owned)).toEqual(["cap_reached", "funded"]);
    clock.moveTo(monthResetsAt);
    await act();
    await act();
    expect(await outcomesOf(owned)).toEqual(["cap_reached", "cap_reached", "funded", "funded"]);
    // A clock that steps back counts toward the former month, whose cap is reached.
    clock.moveTo(new Date(monthResetsAt.getTime() - 1));
    await act();
    expect((await outcomesOf(owned)).filter((outcome) => outcome === "funded")).toHaveLength(2);
    app.clock.advance(14 * 3_600);
  });
});

test("a clock that steps back repeats no day, and catches up no day twice", async () => {
  const owned = await cardWith(app, 500n);
  const trigger = { kind: "week", day: "thu", hour: 9 } as const;
  await orderId(owned, { trigger });
  const path = `GET /api/cards/${owned.card.id}/auto-top-up` as const;
  const { order: made } = expectStatus(await app.call(owned.customer, path), 200).body;
  const dueMs = Date.parse(made.nextAt);
  const clock = new StandingClock(new Date(dueMs));
  for (const stepMs of [0, 60_000, -7_200_000, 0, 3_600_000, -60_000, 7_200_000]) {
    clock.moveTo(new Date(dueMs + stepMs));
    await noticeTimes(at(clock));
  }
  const runs = await owner`select cause from auto_top_up_run
    where card_id = ${parseId("card", owned.card.id) ?? ""}`;
  expect(runs).toHaveLength(1);
});

describe("a fee that changes between the cause and the top-up", () => {
  test("is charged if it is lower, and pauses the order if it is higher", async () => {
    const admin = await app.newOperator("administrator");
    const now = app.context.clock.now().getTime();
    const [lower, higher] = [new Date(now + 600_000), new Date(now + 1_200_000)];
    const publish = async (from: Date, cardDepositBasisPoints: number) => {
      const body = feesInput(from, { cardDepositBasisPoints });
      const path = "POST /api/admin/programme/fees";
      expectStatus(await app.call(admin, path, body, { key: newId() }), 201);
    };
    await publish(lower, 300);
    await publish(higher, 351);
    const owned = await cardWith(app, 500n);
    const trigger = { kind: "week", day: "wed", hour: 9 } as const;
    const id = await orderId(owned, { trigger });
    const runIds = await causesOf(owned, id, { count: 5 });
    const clock = new StandingClock(new Date(lower.getTime() - 1));
    const act = (place: number) => runTopUp(at(clock), gate(), runIds[place] ?? "");
    await act(0);
    clock.moveTo(lower);
    await act(1);
    clock.moveTo(new Date(higher.getTime() - 1));
    await act(2);
    clock.moveTo(higher);
    await act(3);
    await act(4);
    const rows = await owner<{ fee: bigint | null; reason: string | null }[]>`
      select fee_minor::text as fee, reason from auto_top_up_run
      where auto_top_up_id = ${id} order by ended_at, id`;
    expect(rows.map(({ fee, reason }) => reason ?? fee)).toEqual([
      ...["175", "150", "150", "fee_rose", "fee_rose"],
    ]);
    const path = `GET /api/cards/${owned.card.id}/auto-top-up` as const;
    const { body } = await app.call(owned.customer, path);
    expect(body.order).toMatchObject({ pausedByFee: true, usedThisMonth: "154.75" });
  });
});

test("a cause that the queue gave up on ends after a day, with an email to its owner", async () => {
  const owned = await cardWith(app, 500n);
  const trigger = { kind: "week", day: "wed", hour: 9 } as const;
  const [runId = ""] = await causesOf(owned, await orderId(owned, { trigger }));
  const clock = new StandingClock(app.context.clock.now());
  await endMissedRuns(at(clock), gate());
  expect(await outcomesOf(owned)).toEqual(["waiting"]);
  clock.moveTo(new Date(clock.now().getTime() + 86_400_001));
  await Promise.all([endMissedRuns(at(clock), gate()), endMissedRuns(at(clock), gate())]);
  expect(await outcomesOf(owned)).toEqual(["too_late"]);
  expect(runId).not.toBe("");
  expect(await balanceOf(owned)).toBe("5.00");
  const { text } = await app.mailTo(owned.customer.email);
  expect(text).toContain("could not add the money in time");
});
