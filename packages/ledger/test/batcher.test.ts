import { v4 } from "uuid";
import { expect, it } from "vitest";
import { Batcher, type SubmitOptions } from "../src/batcher.ts";
import { LedgerBusyError, LedgerClosedError } from "../src/ledger-errors.ts";
import type { PreparedMovement } from "../src/prepare-movement.ts";
import type { Movement, Result } from "../src/types.ts";
import { movementOf } from "./ledger-fixture.ts";

/** Waits for one turn of the event loop. */
const turn = () => new Promise((resolve) => setImmediate(resolve));

/** Waits one event loop turn longer than a batch may wait. */
async function settle(): Promise<void> {
  for (let turns = 0; turns < 32; turns += 1) {
    await turn();
  }
}

interface Options {
  readonly maxBatch?: number;
  readonly maxInFlight?: number;
  readonly maxQueued?: number;
}

/**
 * Creates a batcher whose batches get their responses from the test, and exposes the batches that
 * it has sent.
 */
function openBatcher({ maxBatch = 100, maxInFlight = 2, maxQueued = 1_000 }: Options = {}) {
  const sent: (readonly PreparedMovement[])[] = [];
  const answers: (() => void)[] = [];
  const batcher = new Batcher({
    maxBatch,
    maxInFlight,
    maxQueued,
    send: (batch) =>
      new Promise<Result[]>((resolve) => {
        sent.push(batch);
        answers.push(() => resolve(batch.map(({ movement }) => posted(movement))));
      }),
  });
  return {
    batcher,
    sizes: () => sent.map((batch) => batch.length),
    ids: () => sent.map((batch) => batch.map(({ movement }) => movement.id)),
    submit: (count: number, options: SubmitOptions = {}) =>
      Array.from({ length: count }, () => batcher.submit(movementOf(v4(), []), options)),
    /** Responds to the oldest waiting batch, and lets the next one start. */
    answer: async () => {
      answers.shift()?.();
      await settle();
    },
  };
}

function posted({ id }: Movement): Result {
  return { outcome: "posted", movementId: id, balances: [], createdAt: new Date() };
}

it("batcher: a single movement is sent in the next turn and gets its result", async () => {
  const { submit, sizes, answer } = openBatcher();
  const [result] = submit(1);
  expect(sizes()).toEqual([]);
  await turn();
  expect(sizes()).toEqual([1]);
  await answer();
  expect(await result).toMatchObject({ outcome: "posted" });
});

it("batcher: a batch takes half of the queue, and the next takes half of the rest", async () => {
  const { submit, sizes } = openBatcher({ maxBatch: 1_000 });
  submit(400);
  await settle();
  expect(sizes()).toEqual([200, 100]);
});

it("batcher: a batch takes all of a short queue, up to the maximum batch size", async () => {
  const few = openBatcher();
  few.submit(64);
  await settle();
  expect(few.sizes()).toEqual([64]);
  const many = openBatcher({ maxBatch: 10, maxInFlight: 1 });
  many.submit(100);
  await settle();
  expect(many.sizes()).toEqual([10]);
});

it("batcher: gathers all movements that arrive before its first check", async () => {
  const { submit, sizes } = openBatcher();
  submit(1);
  await Promise.resolve();
  submit(9);
  await settle();
  expect(sizes()).toEqual([10]);
});

it("batcher: does not wait for movements from a later event loop turn", async () => {
  const { submit, sizes } = openBatcher();
  submit(1);
  await turn();
  submit(9);
  await settle();
  expect(sizes()).toEqual([1, 9]);
});

it.each([
  { when: "turns are used up", first: 1, eachTurn: 1, size: 31 },
  { when: "enough have come", first: 10, eachTurn: 27, size: 64 },
])(
  "batcher: keeps waiting while each turn brings more movements, until $when",
  async ({ first, eachTurn, size }) => {
    const { submit, sizes } = openBatcher({ maxInFlight: 1 });
    submit(first);
    await Promise.resolve();
    for (let turns = 0; turns < 50 && sizes().length === 0; turns += 1) {
      submit(eachTurn);
      await turn();
    }
    expect(sizes()).toEqual([size]);
  },
);

it("batcher: starts a second batch once as many movements are queued as in flight", async () => {
  const { submit, sizes, answer } = openBatcher();
  submit(10);
  await settle();
  submit(9);
  await settle();
  expect(sizes()).toEqual([10]);
  submit(1);
  await settle();
  expect(sizes()).toEqual([10, 10]);
  submit(30);
  await settle();
  expect(sizes()).toEqual([10, 10]);
  await answer();
  expect(sizes()).toEqual([10, 10, 30]);
});

it("batcher: sends authorizations first", async () => {
  const { batcher, ids, answer, submit } = openBatcher({ maxBatch: 1, maxInFlight: 1 });
  submit(1);
  await settle();
  const [normal, urgent] = [movementOf(v4(), []), movementOf(v4(), [])];
  void batcher.submit(normal, {});
  void batcher.submit(urgent, { priority: "authorization" });
  await answer();
  await answer();
  expect(ids().slice(1)).toEqual([[urgent.id], [normal.id]]);
});

it("batcher: never has the same movement in flight twice", async () => {
  const { batcher, sizes, answer } = openBatcher();
  const movement = movementOf(v4(), []);
  const twice = [batcher.submit(movement, {}), batcher.submit(movement, {})];
  await settle();
  expect(sizes()).toEqual([1]);
  await answer();
  expect(sizes()).toEqual([1, 1]);
  await answer();
  expect(await Promise.all(twice)).toMatchObject([
    { movementId: movement.id },
    { movementId: movement.id },
  ]);
});

it("batcher: rejects movements when its queue is full, and all movements once closed", async () => {
  const { batcher, submit, answer } = openBatcher({ maxQueued: 2 });
  const taken = submit(2);
  const [refused] = submit(1);
  await expect(refused).rejects.toThrow(LedgerBusyError);
  const closed = batcher.close();
  await expect(submit(1)[0]).rejects.toThrow(LedgerClosedError);
  await settle();
  await answer();
  await closed;
  expect(await Promise.all(taken)).toHaveLength(2);
});
