import type { Board } from "@tessera/contract/back-office/dashboard.schemas";
import { DECLINE_NAMES } from "@tessera/contract/errors/decline-names";
import { DECLINES } from "@tessera/contract/errors/declines";
import { LOCALES } from "@tessera/contract/errors/locales";
import { earlierTransactionsEnd } from "@tessera/database/testing";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { seedDemo } from "../../operations/seed/seed-demo.ts";
import { inTransaction } from "../../platform/context.ts";
import { sealingKeyOf } from "../../platform/crypto/sealing-key.ts";
import { newId } from "../../platform/ids.ts";
import { jobQueueReader } from "../../platform/jobs/waiting.repository.ts";
import { createTestContext, type TestContext } from "../../testing/test-context.ts";
import { countMovements } from "./count-movements.ts";
import { readBoard } from "./read-board.ts";
import { runStandingChecks } from "./run-standing-checks.ts";
import { firstBroken } from "./standing-checks.repository.ts";
import { verifySeals } from "./verify-seals.ts";

/** Matches text that addresses the reader as a customer or tells the reader what to do. */
const ADDRESSED = /\byou\b|\byour\b|[.。]$|[你您请請]/i;

let setup: TestContext;
let owner: postgres.Sql;

beforeAll(async () => {
  setup = await createTestContext();
  owner = postgres(setup.ownerUrl, { max: 1, onnotice: () => undefined });
  await seedDemo(setup.context);
  await sealAll();
}, 300_000);
afterAll(async () => {
  await owner.end();
  await setup.close();
});

async function sealAll(): Promise<void> {
  const { ledger, db, keys } = setup.context;
  await earlierTransactionsEnd(owner);
  const key = sealingKeyOf(keys);
  while ((await ledger.seal(db, key)) !== undefined) {
    // Each seal covers one block.
  }
}

const mail = jobQueueReader("mail", "mail");

function board(window: Board["window"] = "30d"): Promise<Board> {
  return readBoard(setup.context, [mail], { window, locale: "en" });
}

describe.each(["24h", "7d", "30d"] as const)("the dashboard figures of %s", (window) => {
  test("match the movements themselves", async () => {
    // Two servers count concurrently, and each movement is still counted only once.
    await Promise.all([countMovements(setup.context), countMovements(setup.context)]);
    await countMovements(setup.context);
    const shown = await board(window);
    const { sql } = setup.context.db;
    const paid = await sql<{ code: string | null; count: number }[]>`
      select data ->> 'declineCode' as code, count(*)::int as count from ledger.movement
      where kind = 'purchase' and parent_id is null and event_at >= ${shown.since}
      group by 1`;
    const truth = (code: string | null) => paid.find((one) => one.code === code)?.count ?? 0;
    expect(shown.authorisations.approved).toBe(truth(null));
    const declines = shown.authorisations.declines.map(({ code, count }) => [code, count]);
    expect(Object.fromEntries(declines)).toEqual(
      Object.fromEntries(paid.flatMap(({ code, count }) => (code === null ? [] : [[code, count]]))),
    );
    const buckets = shown.authorisations.buckets;
    const sum = (part: "approved" | "declined") =>
      buckets.reduce((total, bucket) => total + bucket[part], 0);
    expect([sum("approved"), sum("declined")]).toEqual([
      shown.authorisations.approved,
      shown.authorisations.declined,
    ]);
    const moved = await sql<object[]>`
      select kind, currency, count(*)::int as count,
        to_char(sum(abs(amount)) / 100.0, 'FM999999999990.00') as amount
      from ledger.movement
      where status = 'completed' and amount <> 0 and event_at >= ${shown.since}
        and kind not in ('expiry', 'reversal', 'increment', 'release', 'advice', 'repayment',
          'asset')
        and data ->> 'stage' is distinct from 'seen'
      group by 1, 2 order by 1, 2`;
    expect(shown.volumes).toEqual([...moved]);
  });
});

test("dashboard: the demo's month has payments, decline reasons and an approval rate", async () => {
  const { authorisations: authorizations, volumes } = await board();
  expect(authorizations.approved).toBeGreaterThan(5);
  expect(authorizations.declined).toBeGreaterThan(0);
  const asked = authorizations.approved + authorizations.declined;
  expect(authorizations.approvalPerMille).toBe(
    Math.round((authorizations.approved * 1_000) / asked),
  );
  expect(authorizations.declines[0]?.message).not.toBe(authorizations.declines[0]?.code);
  expect(volumes.map(({ kind }) => kind)).toContain("clearing");
});

test.each(LOCALES)(
  "dashboard: decline reasons are in %s and do not address the customer",
  async (locale) => {
    const { authorisations: authorizations } = await readBoard(setup.context, [mail], {
      window: "30d",
      locale,
    });
    const names: Readonly<Record<string, Readonly<Record<string, string>>>> = DECLINE_NAMES;
    for (const { code, message } of authorizations.declines) {
      expect(message).toBe(names[code]?.[locale]);
    }
    for (const code of Object.keys(DECLINES)) {
      expect([code, names[code]?.[locale]]).toEqual([code, expect.not.stringMatching(ADDRESSED)]);
    }
  },
);

test("dashboard: movements in an open transaction are counted after it commits", async () => {
  const { context } = setup;
  const { customerId } = await setup.openCustomer();
  // Advances to the start of an hour, so that the window does not move on during the test.
  setup.clock.advance(3_601 - ((setup.clock.now().getTime() / 1_000) % 3_600));
  const before = (await board("24h")).authorisations.declined;
  const declined = (title: string) => ({
    id: newId(context.clock.now()),
    customerId,
    cardId: null,
    parentId: null,
    kind: "purchase",
    status: "declined" as const,
    currency: "USD" as const,
    amountMinor: -100n,
    feeMinor: 0n,
    title,
    data: { declineCode: "limit_day" },
    eventAt: context.clock.now(),
    clientKey: null,
    legs: [],
  });
  await inTransaction(context.db, async (tx) => {
    await context.ledger.post(tx, [declined("Slow")]);
    // This transaction starts later but commits earlier.
    await inTransaction(context.db, (other) => context.ledger.post(other, [declined("Fast")]));
    await countMovements(context);
  });
  await earlierTransactionsEnd(owner);
  await countMovements(context);
  expect((await board("24h")).authorisations.declined).toBe(before + 2);
});

test("dashboard: a counting run finds its movements through an index on transactions", async () => {
  const plan = await owner.begin(async (tx) => {
    await tx`set local enable_seqscan = off`;
    return tx`explain select xid from ledger.movement
      where xid >= 5 order by xid offset 50 limit 1`;
  });
  expect(JSON.stringify(plan)).toContain("movement_xid");
});

describe("background work on the dashboard", () => {
  test("shows what is waiting, retrying or abandoned, and for how long", async () => {
    const { context } = setup;
    // Deletes emails about earlier events.
    await owner`delete from jobs.job where name = 'mail'`;
    await inTransaction(context.db, async (tx) => {
      for (let count = 0; count < 3; count += 1) {
        await context.jobs.enqueue(tx, "mail", {});
      }
      await context.jobs.enqueue(tx, "mail", {}, { startAfterSeconds: 3_600 });
    });
    await owner`
      update jobs.job set state = 'retry', retry_count = 1 where id = (
        select id from jobs.job where name = 'mail' and start_after <= now() limit 1)`;
    await owner`
      update jobs.job set state = 'failed', completed_on = now() where id = (
        select id from jobs.job
        where name = 'mail' and state = 'created' and start_after <= now() limit 1)`;
    const { jobs, queues } = await board("24h");
    expect(jobs.find(({ queue }) => queue === "mail")).toMatchObject({
      waiting: 2,
      retrying: 1,
      failed: 1,
      oldestAt: expect.any(String),
    });
    expect(queues).toEqual([
      { queue: "mail", count: 3, oldestAt: expect.any(String) },
      { queue: "stopped_accounts", count: 0, oldestAt: null },
    ]);
  });
});

describe("scheduled work on the dashboard", () => {
  test("shows only the error class of a failure, until the work succeeds again", async () => {
    const { jobs } = setup.context;
    class LostConnection extends Error {}
    let isBroken = true;
    jobs.every(5, "test.regular", async () => {
      if (isBroken) {
        throw new LostConnection("password=hunter2");
      }
    });
    const told = async () => (await board()).jobs.find(({ queue }) => queue === "test.regular");
    await vi.waitFor(async () => expect((await told())?.failed).toBeGreaterThan(1), 60_000);
    const found = await told();
    expect(found).toMatchObject({ lastError: "LostConnection", waiting: 0, retrying: 0 });
    expect(JSON.stringify(found)).not.toContain("hunter2");
    isBroken = false;
    await vi.waitFor(async () => expect(await told()).toBeUndefined(), 60_000);
  });
});

describe("the ledger checks", () => {
  // According to the clock, which an earlier test advanced, that test's movements have been
  // unsealed for too long.
  beforeAll(sealAll);

  test("all pass on a year of demo data; only one server at a time runs them", async () => {
    expect((await board()).checks.map(({ holds }) => holds)).toEqual(Array(7).fill(null));
    await Promise.all([runStandingChecks(setup.context), runStandingChecks(setup.context)]);
    await verifySeals(setup.context);
    const { checks } = await board();
    expect(checks.filter(({ holds }) => holds !== true)).toEqual([]);
    const [first] = checks;
    await runStandingChecks(setup.context);
    expect((await board()).checks[0]).toEqual(first);
  });

  const unlocked = (change: string) =>
    `alter table ledger.movement disable trigger user; ${change};
     alter table ledger.movement enable trigger user`;

  test.each([
    [
      "zero_sum",
      "update ledger.balance set posted = posted + 1 where posted > 0",
      "update ledger.balance set posted = posted - 1 where posted > 0",
    ],
    [
      "held_is_holds",
      "update ledger.hold set remaining = remaining + 1, amount = amount + 1 where state = 'open'",
      "update ledger.hold set remaining = remaining - 1, amount = amount - 1 where state = 'open'",
    ],
    [
      "stopped_cards",
      "update card set status = 'frozen', frozen_at = now() where network = 'visa'",
      "update card set status = 'active', frozen_at = null where network = 'visa'",
    ],
    [
      "sealed",
      `${unlocked("update ledger.movement set created_at = created_at - interval '1 day'")};
       alter table ledger.seal disable trigger user;
       create table kept as select * from ledger.seal; delete from ledger.seal`,
      `insert into ledger.seal select * from kept; drop table kept;
       alter table ledger.seal enable trigger user;
       ${unlocked("update ledger.movement set created_at = created_at + interval '1 day'")}`,
    ],
  ] as const)("the check of %s detects a violation", async (check, plant, undo) => {
    const { context } = setup;
    const look = () => firstBroken(context.db.kysely, check, context.clock.now());
    expect(await look()).toBeUndefined();
    await owner.unsafe(plant);
    try {
      expect(await look()).toBeDefined();
    } finally {
      await owner.unsafe(undo);
    }
    expect(await look()).toBeUndefined();
  });
});
