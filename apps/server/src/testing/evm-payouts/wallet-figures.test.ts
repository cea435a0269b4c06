import type { Hex } from "viem";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { advanceWallet } from "../../adapters/evm-payouts/advance-wallet.ts";
import { measureWallets } from "../../adapters/evm-payouts/wallet-figures.ts";
import { AnvilNode } from "../evm/anvil-node.ts";
import { createTestContext, type TestContext } from "../test-context.ts";
import {
  askAll,
  changeWallet,
  fundWallet,
  newPayee,
  onlyWallet,
  withdraw,
} from "./payout-setup.ts";
import { TestSigner } from "./test-signer.ts";

// Causes what each alert about hot wallets watches (deploy/monitoring/alerts.yaml).

const HOUR_SECONDS = 3_600;

let node: AnvilNode;
let token: Hex;
let signer: TestSigner;
let setup: TestContext;

beforeAll(async () => {
  node = await AnvilNode.start();
  token = await node.deploy("PlainToken", "Tether USD", "USDT", 6);
});
afterAll(() => node.stop());

beforeEach(async () => {
  signer = new TestSigner(token, { maxPerDay: "150.00" });
  await fundWallet(node, { token, wallet: signer.wallet, amountRaw: 500_000_000n });
  await signer.start();
  setup = await createTestContext(signer.env(node, token, { ceiling: "450.00" }));
  changeWallet(setup.context, {});
  return async () => {
    await setup.close();
    await signer.stop();
  };
});

async function figures(): Promise<Readonly<Record<string, number>>> {
  const read = await measureWallets(setup.context).read();
  return Object.fromEntries(
    read.map(({ gauge, labels, value }) => {
      const more = labels?.reason ?? labels?.state ?? "";
      return [`${gauge.replace("tessera_evm_", "")} ${more}`.trim(), value];
    }),
  );
}

function advance(): Promise<void> {
  return advanceWallet(onlyWallet(setup.context));
}

test("wallet figures: say how much of a day is used, and how old payouts are", async () => {
  expect(await figures()).toEqual({
    signer_reachable: 1,
    signer_day_ratio: 0,
    payouts_oldest_seconds: 0,
    payouts_replacements: 0,
    payouts_declined: 0,
  });
  await withdraw(setup.context, await newPayee(setup.context), "75.00");
  setup.clock.advance(HOUR_SECONDS + 100);
  await advance();
  const sent = await figures();
  expect(sent).toMatchObject({ "payouts_open signed": 1, signer_day_ratio: 0.5 });
  expect(sent.payouts_oldest_seconds).toBeGreaterThan(HOUR_SECONDS);
  // At the ceiling, a second payout of the day is held up.
  await withdraw(setup.context, await newPayee(setup.context), "90.00");
  await expect(advance()).rejects.toMatchObject({ fault: "day_ceiling" });
  expect(await figures()).toMatchObject({ "wallet_held_up day_ceiling": 1 });
});

test("wallet figures: say that the wallet holds too much, or too little", async () => {
  await advance();
  expect(await figures()).toMatchObject({
    wallet_token_minor: 50_000,
    wallet_excess_minor: 5_000,
    wallet_refill: 0,
    wallet_coin_gwei: 1_000_000_000,
  });
  const { chain } = onlyWallet(setup.context).parts;
  changeWallet(setup.context, { chain: { ...chain, refillBelowMinor: 50_001n } });
  expect(await figures()).toMatchObject({ wallet_refill: 1 });
  const coinOnly = { ...chain, refillCoinBelowWei: 2n * 10n ** 18n };
  changeWallet(setup.context, { chain: coinOnly });
  expect(await figures()).toMatchObject({ wallet_refill: 1 });
});

test("wallet figures: say that the signer does not answer, or has another key", async () => {
  await signer.stop();
  const silent = await figures();
  expect(silent).toMatchObject({ signer_reachable: 0 });
  expect(silent).not.toHaveProperty("signer_day_ratio");
  await withdraw(setup.context, await newPayee(setup.context), "60.00");
  await expect(advance()).rejects.toMatchObject({ fault: "signer" });
  expect(await figures()).toMatchObject({ "wallet_held_up signer": 1 });
  await signer.start();
  await advance();
  const again = await figures();
  expect(again).toMatchObject({ signer_reachable: 1 });
  expect(again).not.toHaveProperty("wallet_held_up signer");
  const wallet = `0x${"12".repeat(20)}`;
  changeWallet(setup.context, { wallet });
  expect(await figures()).toMatchObject({ signer_reachable: 0 });
});

test("wallet figures: count refusals and replacements", async () => {
  await withdraw(setup.context, await newPayee(setup.context), "98.00");
  await advance();
  expect(await figures()).toMatchObject({ payouts_declined: 1 });
  await withdraw(setup.context, await newPayee(setup.context), "60.00");
  await advance();
  const { chain } = onlyWallet(setup.context).parts;
  changeWallet(setup.context, { chain: { ...chain, replaceAfterMs: 0 } });
  await advance();
  await advance();
  expect(await figures()).toMatchObject({ payouts_replacements: 2 });
  await node.mine(6);
  await askAll(setup.context);
  expect(await figures()).toMatchObject({ payouts_replacements: 0 });
  setup.clock.advance(25 * HOUR_SECONDS);
  expect(await figures()).toMatchObject({ payouts_declined: 0 });
});

test("wallet figures: say that a payout differs from what was approved", async () => {
  await withdraw(setup.context, await newPayee(setup.context), "60.00");
  await setup.context.db.sql`update evm_payout set approved_by = 'nobody'`;
  await expect(advance()).rejects.toMatchObject({ fault: "not_approved" });
  expect(await figures()).toMatchObject({ "wallet_held_up not_approved": 1 });
});
