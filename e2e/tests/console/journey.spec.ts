import { test } from "../../src/fixtures.ts";
import { deposit, register, signIn, signOut } from "../../src/journey/account-steps.ts";
import {
  addFunds,
  closeCard,
  createCard,
  freeze,
  readBills,
  reveal,
  spend,
  transferOut,
  unfreezeAndRefund,
} from "../../src/journey/card-steps.ts";
import type { Traveller } from "../../src/journey/traveller.ts";
import { freshEmail } from "../../src/sandbox-client.ts";
import { LOCALES, wordsOf } from "../../src/words.ts";

for (const locale of LOCALES) {
  test.describe(`in ${locale}`, () => {
    test.use({ locale, contextOptions: { reducedMotion: "reduce" } });

    test("journey: a customer registers, deposits, uses a card, and closes it", async ({
      page,
      mailbox,
      network,
    }) => {
      test.setTimeout(900_000);
      const me: Traveller = { page, locale, say: wordsOf(locale), mailbox, network };
      const email = freshEmail();
      await test.step("register", () => register(me, email));
      await test.step("sign in", () => signIn(me, email));
      await test.step("deposit", () => deposit(me));
      await test.step("create a card", () => createCard(me));
      await test.step("add funds", () => addFunds(me));
      const card = await test.step("reveal the card", () => reveal(me));
      await test.step("spend", () => spend(me, card));
      await test.step("see the payment in bills", () => readBills(me));
      await test.step("transfer out", () => transferOut(me));
      await test.step("freeze, and be declined", () => freeze(me, card));
      await test.step("unfreeze, and be refunded", () => unfreezeAndRefund(me, card));
      await test.step("close the card", () => closeCard(me));
      await test.step("sign out", () => signOut(me));
    });
  });
}
