import { inTransaction } from "@tessera/database";
import fc from "fast-check";
import type { CompiledQuery, QueryResult } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { AccountStatus, Result } from "../src/index.ts";
import type { QueryRunner } from "../src/query-runner.ts";
import { type Fixture, openFixture } from "./ledger-fixture.ts";
import type { ModelResult } from "./ledger-model-attempt.ts";
import {
  at,
  FUNDS,
  movementFor,
  newWorld,
  plainStep,
  type Step,
  step,
  type World,
} from "./property-steps.ts";

const RUNS = Number(process.env.LEDGER_PROPERTY_RUNS ?? 500);
const STEPS = 50;
const BATCHES = [1, 10, 2, 20, 3];
const PLAIN_BATCHES = [12, 1, 25, 3];

let fixture: Fixture;
let now = Date.now();

beforeAll(async () => {
  fixture = await openFixture({ clock: { now: () => new Date(now) } });
});
afterAll(() => fixture.close());

function comparable(result: Result): ModelResult {
  if (result.outcome !== "refused") {
    return {
      outcome: result.outcome,
      balances: result.balances
        .map((one) => `${one.account}:${one.postedMinor}/${one.heldMinor}`)
        .sort(),
    };
  }
  const { reason, leg, guard } = result;
  return {
    outcome: "refused",
    reason,
    ...(leg !== undefined && { leg }),
    ...(guard && { guard: `${guard.index}:${guard.usedMinor}/${guard.usedCount}` }),
  };
}

const STATUSES: readonly AccountStatus[] = ["open", "open", "debits_blocked", "blocked"];

/** Counts the statements that the ledger sends, by the database function they call. */
class Counting implements QueryRunner {
  readonly sent = { plain: 0, general: 0 };
  runner: QueryRunner | undefined;

  executeQuery<R>(asked: CompiledQuery<R>): Promise<QueryResult<R>> {
    this.sent[asked.sql.includes("submit_plain") ? "plain" : "general"] += 1;
    if (this.runner === undefined) {
      throw new Error("there is no transaction to send it in");
    }
    return this.runner.executeQuery(asked);
  }
}

const counting = new Counting();

async function runSteps(steps: readonly Step[], sizes: readonly number[]): Promise<void> {
  now = Date.now();
  const world = await newWorld(fixture, now);
  for (let start = 0, turn = 0; start < steps.length; turn += 1) {
    const size = at(sizes, turn);
    const slice = steps.slice(start, start + size);
    start += size;
    await inTransaction(fixture.db, async (tx) => {
      for (const s of slice.filter(({ act }) => act === "status")) {
        const id = at(world.accounts, s.customer * 4 + (s.a % 4));
        const status = at(STATUSES, s.b);
        await fixture.ledger.setAccountStatus(tx, id, status);
        const known = world.model.state.accounts.get(id);
        if (known !== undefined) {
          known.status = status;
        }
      }
      const movements = slice
        .filter(({ act }) => act !== "status")
        .map((s) => movementFor(world, s));
      counting.runner = tx;
      const results = await fixture.ledger.post(counting, movements);
      const expected = movements.map((movement) => world.model.submit(movement, now));
      expect(results.map(comparable)).toEqual(expected);
    });
  }
  await expectSameState(world);
}

async function expectSameState({ model, subjects, history }: World): Promise<void> {
  const { sql } = fixture.db;
  const ids = [...model.state.accounts.keys()].filter((id) => id >= 1_000n);
  const balances = await fixture.ledger.balances(fixture.db, ids);
  expect(balances.map((b) => [b.account, b.postedMinor, b.heldMinor, b.status])).toEqual(
    ids.map((id) => {
      const known = model.state.accounts.get(id);
      return [id, known?.posted, known?.held, known?.status];
    }),
  );
  const holds = await sql<
    { id: string; amount: bigint; captured: bigint; remaining: bigint; state: string }[]
  >`
    select id, amount, captured, remaining, state from ledger.hold
    where account_id = any(${ids.map(String)}::text[]::bigint[])`;
  expect(new Map(holds.map((h) => [h.id, [h.amount, h.captured, h.remaining, h.state]]))).toEqual(
    new Map(
      [...model.state.holds].map(([id, h]) => [id, [h.amount, h.captured, h.remaining, h.state]]),
    ),
  );
  const counters = await sql<
    { subject: string; time_window: string; amount: bigint; count: bigint }[]
  >`
    select * from ledger.counter where subject = any(${[...subjects]})`;
  expect(
    new Map(
      counters
        .filter((c) => c.amount > 0n || c.count > 0n)
        .map((c) => [`${c.subject} ${c.time_window}`, [c.amount, Number(c.count)]]),
    ),
  ).toEqual(
    new Map(
      [...model.state.counters]
        .filter(([, c]) => c.amount > 0n || c.count > 0)
        .map(([key, c]) => [key, [c.amount, c.count]]),
    ),
  );
  const states = await sql<{ id: string; status: string; amount: bigint; fee: bigint }[]>`
    select id, status, amount, fee from ledger.movement_view
    where id = any(${history.map(({ id }) => id)})`;
  expect(new Map(states.map((s) => [s.id, [s.status, s.amount, s.fee]]))).toEqual(
    new Map([...model.state.statuses].map(([id, s]) => [id, [s.status, s.amount, s.fee]])),
  );
}

async function agree(
  arbitrary: fc.Arbitrary<Step>,
  sizes: readonly number[],
  first: readonly Step[] = [],
): Promise<void> {
  await fc.assert(
    fc.asyncProperty(fc.array(arbitrary, { minLength: STEPS, maxLength: STEPS }), (steps) =>
      runSteps([...first, ...steps], sizes),
    ),
    { numRuns: RUNS, endOnFailure: false, interruptAfterTimeLimit: RUNS * 2_500 },
  );
}

test(
  `decision: the database and the model agree in ${RUNS} runs of ${STEPS} steps`,
  {
    timeout: RUNS * 3_000,
  },
  () => agree(step, BATCHES),
);

test(`decision: the fast path and the model agree in ${RUNS} runs of ${STEPS} steps`, {
  timeout: RUNS * 3_000,
}, async () => {
  counting.sent.plain = 0;
  counting.sent.general = 0;
  await agree(plainStep, PLAIN_BATCHES, FUNDS);
  // A batch that the fast path rejects goes to the general path. Most batches must stay on the fast
  // path.
  expect(counting.sent.general).toBeLessThan(counting.sent.plain * 0.7);
});
