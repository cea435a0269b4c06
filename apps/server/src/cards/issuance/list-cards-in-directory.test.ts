import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { issuerCardKey, numberKey } from "../../platform/directory/card-directory.ts";
import { newId } from "../../platform/ids.ts";
import { type CardsApp, createCardsApp } from "../../testing/cards-app.ts";
import { openCard } from "../../testing/test-cards.ts";
import { panIndexOf } from "../vault/index.ts";
import { listCardsInDirectory, startListingCards } from "./list-cards-in-directory.ts";

let app: CardsApp;

beforeAll(async () => {
  app = await createCardsApp();
}, 300_000);
afterAll(() => app?.close());

it("card directory: a new card is listed in the transaction that issues it", async () => {
  const { context } = app;
  const { pan } = await openCard(app, await app.newCustomer());
  const key = numberKey(panIndexOf(context.keys, pan));
  const place = await context.directory.cards.find(context.db.kysely, key);
  expect(place?.cell).toBe(1);
  expect(await context.directory.cards.claim(context.db.kysely, newId(), key)).toBe(false);
});

it("card directory: cards of an earlier version are listed once, and others stay", async () => {
  const { context } = app;
  const { kysely, sql } = context.db;
  await openCard(app, await app.newCustomer());
  const [other] = await sql<
    { hash: Buffer }[]
  >`select key_hash as hash from directory_card limit 1`;
  const before = await context.directory.cards.countOwn(kysely);
  await sql`delete from directory_card where key_hash <> ${other?.hash ?? Buffer.alloc(32)}`;
  for (const _ of ["once", "again"]) {
    await listCardsInDirectory(context);
    expect(await context.directory.cards.countOwn(kysely)).toBe(before);
  }
  expect(before).toBeGreaterThan(1);
});

it("card directory: issuers' cards are listed by the issuer's id", async () => {
  const { context } = app;
  const { kysely } = context.db;
  const { cards } = context.directory;
  const id = `ic_${newId()}`;
  expect(await cards.cellOfIssuerCard(kysely, "stripe", id)).toBeUndefined();
  const key = issuerCardKey("stripe", id);
  expect(await cards.claim(kysely, newId(), key)).toBe(true);
  expect(await cards.cellOfIssuerCard(kysely, "stripe", id)).toBe(1);
  await context.db.sql`delete from directory_card where key_hash = ${key.keyHash}`;
});

it("card directory: nothing is written if no card is missing from it", async () => {
  const { context } = app;
  const { cards } = context.directory;
  const { kysely, sql } = context.db;
  await openCard(app, await app.newCustomer());
  await listCardsInDirectory(context);
  const key = numberKey(randomBytes(32));
  expect(await cards.claim(kysely, newId(), key)).toBe(true);
  const record = vi.fn(cards.record);
  const watched = { ...context, directory: { ...context.directory, cards: { ...cards, record } } };
  await listCardsInDirectory(watched);
  expect(record).not.toHaveBeenCalled();
  await sql`delete from directory_card where cell = 1`;
  await listCardsInDirectory(watched);
  expect(record).toHaveBeenCalled();
});

it("card directory: a server starts while the directory cannot be counted", async () => {
  const { context } = app;
  const countOwn = () => Promise.reject(new Error("canceling statement due to statement timeout"));
  const error = vi.fn();
  startListingCards({
    ...context,
    directory: { ...context.directory, cards: { ...context.directory.cards, countOwn } },
    log: { ...context.log, error },
    jobs: { ...context.jobs, hourly: () => undefined },
  });
  await expect.poll(() => error, { timeout: 60_000 }).toHaveBeenCalled();
});
