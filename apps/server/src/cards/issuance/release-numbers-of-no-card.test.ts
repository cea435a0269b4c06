import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { issuerCardKey, numberKey } from "../../platform/directory/card-directory.ts";
import { newId } from "../../platform/ids.ts";
import { type CardsApp, createCardsApp } from "../../testing/cards-app.ts";
import { openCard } from "../../testing/test-cards.ts";
import { panIndexOf } from "../vault/index.ts";
import { releaseNumbersOfNoCard } from "./release-numbers-of-no-card.ts";

let app: CardsApp;

beforeAll(async () => {
  app = await createCardsApp();
}, 300_000);
afterAll(() => app?.close());

it("card directory: numbers of cards that do not exist are released, and others stay", async () => {
  const { context } = app;
  const { cards } = context.directory;
  const { kysely } = context.db;
  const { pan } = await openCard(app, await app.newCustomer());
  const keys = [numberKey(randomBytes(32)), issuerCardKey("stripe", `ic_${newId()}`)];
  const ids: string[] = [];
  for (const key of keys) {
    ids.push(newId());
    await cards.claim(kysely, ids.at(-1) ?? "", key);
  }
  expect(await releaseNumbersOfNoCard(context, 60_000)).toEqual({
    ids: ids.sort(),
    isReleased: true,
  });
  for (const key of keys) {
    expect(await cards.find(kysely, key)).toBeUndefined();
  }
  const place = await cards.find(kysely, numberKey(panIndexOf(context.keys, pan)));
  expect(place?.cell).toBe(1);
  expect(await releaseNumbersOfNoCard(context)).toBeUndefined();
});
