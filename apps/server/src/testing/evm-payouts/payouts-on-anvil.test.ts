import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Hex } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { advanceWallet } from "../../adapters/evm-payouts/advance-wallet.ts";
import { evmPayouts } from "../../adapters/evm-payouts/evm-payouts.ts";
import { PayoutWallet } from "../../adapters/evm-payouts/payout-wallet.ts";
import type { SignerClient } from "../../adapters/evm-payouts/signer-client.ts";
import { ProviderError } from "../../adapters/providers/provider-error.ts";
import { brokenBooks } from "../../money-movement/payouts/withdrawals.fixtures.ts";
import { AnvilNode } from "../evm/anvil-node.ts";
import { createTestContext, type TestContext } from "../test-context.ts";
import {
  askAll,
  balanceOf,
  changeWallet,
  fundWallet,
  newPayee,
  onlyWallet,
  withdraw,
} from "./payout-setup.ts";
import { TestSigner } from "./test-signer.ts";

/** The blocks after which anvil calls a block final. */
const FINAL_BLOCKS = 70;

let node: AnvilNode;
let token: Hex;
let signer: TestSigner;
let setup: TestContext;

beforeAll(async () => {
  node = await AnvilNode.start();
  token = await node.deploy("PlainToken", "Tether USD", "USDT", 6);
});
afterAll(() => node.stop());

// Each test has its own wallet, signer and database on the same chain.
beforeEach(async () => {
  signer = new TestSigner(token);
  await fundWallet(node, { token, wallet: signer.wallet, amountRaw: 5_000_000_000n });
  await signer.start();
  setup = await createTestContext(signer.env(node, token));
  changeWallet(setup.context, {});
  return async () => {
    expect(await brokenBooks(setup.context)).toEqual([]);
    await setup.close();
    await signer.stop();
  };
});

function advance(): Promise<void> {
  return advanceWallet(onlyWallet(setup.context));
}

async function mineAndAsk(blocks: number): Promise<void> {
  await node.mine(blocks);
  await askAll(setup.context);
}

/** A connection to the signer on which its answers get lost, although it has signed. */
function losingAnswers(): SignerClient {
  const { signer: real } = onlyWallet(setup.context).parts;
  return {
    ...real,
    async sign(...asked) {
      await real.sign(...asked);
      throw new ProviderError("the answer was lost");
    },
  };
}

function wholeRecord(): string[] {
  return readFileSync(signer.file("signed.jsonl"), "utf8").split("\n").slice(0, -1);
}

test("evm payouts: a withdrawal is sent, and completed after its confirmations", async () => {
  const payee = await newPayee(setup.context);
  const other = await newPayee(setup.context);
  const small = await withdraw(setup.context, payee, "40.00");
  const large = await withdraw(setup.context, other, "90.00");
  await advance();
  await mineAndAsk(1);
  expect(await payee.read(small)).toMatchObject({ stage: "confirming" });
  await mineAndAsk(2);
  const completed = await payee.read(small);
  expect(completed).toMatchObject({ stage: "completed" });
  expect((await other.read(large)).stage).toBe("confirming");
  await mineAndAsk(3);
  expect((await other.read(large)).stage).toBe("completed");
  for (const [{ address }, { receiveAmount }] of [
    [payee, small] as const,
    [other, large] as const,
  ]) {
    const raw = BigInt(receiveAmount.replace(".", "")) * 10_000n;
    expect(await balanceOf(node, token, address)).toBe(raw);
  }
});

test("evm payouts: a lost answer of the signer leads to the same transaction, once", async () => {
  const payee = await newPayee(setup.context);
  const asked = await withdraw(setup.context, payee, "60.00");
  const good = onlyWallet(setup.context).parts.signer;
  changeWallet(setup.context, { signer: losingAnswers() });
  await expect(advance()).rejects.toMatchObject({ fault: "signer" });
  await expect(advance()).rejects.toMatchObject({ fault: "signer" });
  expect((await payee.read(asked)).stage).toBe("confirming");
  // The signer is killed and started again, and so is the server.
  await signer.stop();
  await signer.start();
  changeWallet(setup.context, { signer: good });
  await advance();
  await mineAndAsk(3);
  expect((await payee.read(asked)).stage).toBe("completed");
  expect(wholeRecord()).toHaveLength(1);
});

test("evm payouts: a stuck payout is replaced with its nonce and higher fees", async () => {
  const payee = await newPayee(setup.context);
  const asked = await withdraw(setup.context, payee, "60.00");
  await advance();
  const { chain } = onlyWallet(setup.context).parts;
  changeWallet(setup.context, { chain: { ...chain, replaceAfterMs: 0 } });
  await advance();
  await advance();
  const rows = await setup.context.db.sql<{ nonce: bigint; fee: string; hash: string }[]>`
    select p.nonce, t.max_fee_per_gas as fee, t.hash
    from evm_payout p join evm_payout_transaction t on t.payout_id = p.id order by t.attempt`;
  expect(rows).toHaveLength(3);
  expect(new Set(rows.map(({ nonce }) => nonce)).size).toBe(1);
  const fees = rows.map(({ fee }) => BigInt(fee));
  expect(fees).toEqual([...fees].sort((one, other) => (one < other ? -1 : 1)));
  await mineAndAsk(3);
  const done = await payee.read(asked);
  expect(done.stage).toBe("completed");
  expect(await balanceOf(node, token, payee.address)).toBeLessThan(60_000_001n);
  expect(BigInt(await node.rpc("eth_getTransactionCount", [signer.wallet, "latest"]))).toBe(1n);
});

test("evm payouts: a dropped transaction is sent again", async () => {
  const payee = await newPayee(setup.context);
  const asked = await withdraw(setup.context, payee, "60.00");
  await advance();
  await node.rpc("anvil_dropAllTransactions", []);
  await mineAndAsk(1);
  expect(await balanceOf(node, token, payee.address)).toBe(0n);
  await advance();
  await mineAndAsk(3);
  expect((await payee.read(asked)).stage).toBe("completed");
});

test("evm payouts: a reverted payout returns the money once its block is final", async () => {
  const payee = await newPayee(setup.context);
  const before = await payee.balance();
  const { chain } = onlyWallet(setup.context).parts;
  changeWallet(setup.context, { chain: { ...chain, gasLimit: 30_000n } });
  const asked = await withdraw(setup.context, payee, "60.00");
  await advance();
  await mineAndAsk(10);
  expect((await payee.read(asked)).stage).toBe("confirming");
  await mineAndAsk(FINAL_BLOCKS);
  expect((await payee.read(asked)).stage).toBe("failed");
  expect(await payee.balance()).toEqual(before);
});

test("evm payouts: money returns once another transaction finally used the nonce", async () => {
  const payee = await newPayee(setup.context);
  const before = await payee.balance();
  const asked = await withdraw(setup.context, payee, "60.00");
  await advance();
  const key = `0x${readFileSync(signer.file("wallet.key"), "utf8").trim()}` as const;
  const other = await privateKeyToAccount(key).signTransaction({
    type: "eip1559",
    chainId: 1337,
    nonce: 0,
    gas: 21_000n,
    maxFeePerGas: 90_000_000_000n,
    maxPriorityFeePerGas: 50_000_000_000n,
    to: node.account,
  });
  await node.send(other);
  await mineAndAsk(10);
  expect((await payee.read(asked)).stage).toBe("confirming");
  await mineAndAsk(FINAL_BLOCKS);
  expect((await payee.read(asked)).stage).toBe("failed");
  expect(await payee.balance()).toEqual(before);
});

test("evm payouts: the database forgets a payout, and the signer still pays it once", async () => {
  const payee = await newPayee(setup.context);
  const other = await newPayee(setup.context);
  const first = await withdraw(setup.context, payee, "60.00");
  const second = await withdraw(setup.context, other, "50.00");
  await advance();
  // As if the database were restored to a moment before the payouts were assigned their nonces.
  await setup.context.db.sql`delete from evm_payout_transaction`;
  await setup.context.db.sql`
    update evm_payout set state = 'waiting', nonce = null, received_at = received_at
      - case amount_minor when (select min(amount_minor) from evm_payout)
        then interval '1 hour' else interval '0' end`;
  await setup.context.db.sql`update evm_wallet set next_nonce = 0`;
  for (let round = 0; round < 4; round += 1) {
    await advance().catch(() => undefined);
  }
  await mineAndAsk(6);
  expect((await payee.read(first)).stage).toBe("completed");
  expect((await other.read(second)).stage).toBe("completed");
  expect(wholeRecord()).toHaveLength(2);
});

test("evm payouts: the database forgets a replacement, and no money returns for it", async () => {
  const payee = await newPayee(setup.context);
  const asked = await withdraw(setup.context, payee, "60.00");
  await advance();
  const { chain } = onlyWallet(setup.context).parts;
  changeWallet(setup.context, { chain: { ...chain, replaceAfterMs: 0 } });
  await advance();
  const { sql } = setup.context.db;
  const [replaced] = await sql<{ hash: string }[]>`
    delete from evm_payout_transaction where attempt = 2 returning hash`;
  // It is executed, and once that is final, it looks as if another transaction had used the nonce.
  await node.mine(FINAL_BLOCKS + 10);
  const { signer: good } = onlyWallet(setup.context).parts;
  const silent = () => Promise.reject(new ProviderError("the signer is down"));
  changeWallet(setup.context, { signer: { ...good, signedFor: silent } });
  await askAll(setup.context);
  expect((await payee.read(asked)).stage).toBe("confirming");
  // An old copy of the signer's record lacks even what the database knows.
  changeWallet(setup.context, { signer: { ...good, signedFor: async () => [] } });
  await askAll(setup.context);
  expect((await payee.read(asked)).stage).toBe("confirming");
  changeWallet(setup.context, { signer: good });
  await askAll(setup.context);
  expect(await payee.read(asked)).toMatchObject({
    stage: "completed",
    transactionHash: replaced?.hash,
  });
});

test("evm payouts: the database forgets a payout, and fees have changed since", async () => {
  const payee = await newPayee(setup.context);
  const asked = await withdraw(setup.context, payee, "60.00");
  await advance();
  const { sql } = setup.context.db;
  await sql`delete from evm_payout_transaction`;
  await sql`update evm_payout set state = 'waiting', nonce = null`;
  await sql`update evm_wallet set next_nonce = 0`;
  // A little lower, so that the signer would not take it for a replacement.
  await node.rpc("anvil_dropAllTransactions", []);
  await node.mine(1);
  await advance();
  await mineAndAsk(1);
  await advance();
  await mineAndAsk(3);
  expect((await payee.read(asked)).stage).toBe("completed");
  expect(wholeRecord()).toHaveLength(1);
});

test("evm payouts: what the signer never signs is declined, and frees its nonce", async () => {
  const payee = await newPayee(setup.context);
  const before = await payee.balance();
  const tooMuch = await withdraw(setup.context, payee, "98.00");
  await advance();
  await askAll(setup.context);
  expect((await payee.read(tooMuch)).stage).toBe("declined");
  expect(await payee.balance()).toEqual(before);
  const other = await newPayee(setup.context);
  const asked = await withdraw(setup.context, other, "60.00");
  await advance();
  await mineAndAsk(3);
  expect((await other.read(asked)).stage).toBe("completed");
});

test("evm payouts: the signer refuses a payout whose row was changed", async () => {
  const payee = await newPayee(setup.context);
  const thief = await newPayee(setup.context);
  const asked = await withdraw(setup.context, payee, "60.00");
  const { sql } = setup.context.db;
  const changes = [
    ["destination", thief.address],
    ["amount_raw", "61000000"],
    ["revision", 9],
    ["approved_by", "nobody"],
    ["approved_at", new Date(0)],
    ["approval", "0".repeat(64)],
  ] as const;
  for (const [column, changed] of changes) {
    const [former] = await sql`select * from evm_payout`;
    await sql`update evm_payout set ${sql({ [column]: changed })}`;
    await expect(advance()).rejects.toMatchObject({ fault: "not_approved" });
    await sql`update evm_payout set ${sql({ [column]: former?.[column] })}`;
  }
  expect(wholeRecord()).toEqual([]);
  // Its row is what was approved again, so it is paid.
  await advance();
  await mineAndAsk(3);
  expect((await payee.read(asked)).stage).toBe("completed");
  expect(await balanceOf(node, token, thief.address)).toBe(0n);
  expect(JSON.parse(wholeRecord()[0] ?? "{}").instruction).toMatchObject({
    revision: 2,
    approvedBy: "system",
  });
});

test("evm payouts: an order on a network without a wallet is declined", async () => {
  const payee = await newPayee(setup.context);
  const { payout } = setup.context.config;
  if (payout.provider !== "evm") {
    throw new Error("the context sends no payouts");
  }
  const order = {
    id: randomUUID(),
    network: "BEP20",
    address: payee.address,
    amountMinor: 100n,
    approvedAt: new Date(),
    approvedBy: "system",
    revision: 2,
  } as const;
  const answer = await evmPayouts(setup.context, payout).send(order);
  expect(answer.status).toBe("declined");
});

test("evm payouts: wait until the wallet is refilled if it holds too little", async () => {
  const poor = new TestSigner(token);
  await poor.start();
  const other = await createTestContext(poor.env(node, token));
  await fundWallet(node, { token, wallet: poor.wallet, amountRaw: 1_000_000n });
  const payee = await newPayee(other.context);
  const asked = await withdraw(other.context, payee, "60.00");
  const wallet = changeWallet(other.context, {});
  await expect(advanceWallet(wallet)).rejects.toMatchObject({ fault: "token_balance" });
  await fundWallet(node, { token, wallet: poor.wallet, amountRaw: 1_000_000_000n });
  await advanceWallet(wallet);
  await node.mine(3);
  await askAll(other.context);
  expect((await payee.read(asked)).stage).toBe("completed");
  await other.close();
  await poor.stop();
});

test("evm payouts: one of two servers uses the wallet, until the other takes over", async () => {
  const payee = await newPayee(setup.context);
  const asked = await withdraw(setup.context, payee, "60.00");
  const { parts } = onlyWallet(setup.context);
  const [one, other] = [randomUUID(), randomUUID()];
  const signs = losingAnswers();
  const crashed = new PayoutWallet({ ...parts, holder: one, leaseSeconds: 3_600, signer: signs });
  crashed.release = () => Promise.resolve();
  await expect(advanceWallet(crashed)).rejects.toMatchObject({ fault: "signer" });
  const next = new PayoutWallet({ ...parts, holder: other, leaseSeconds: 3_600 });
  await advanceWallet(next);
  await mineAndAsk(3);
  expect((await payee.read(asked)).stage).toBe("confirming");
  await setup.context.db.sql`update evm_wallet set leased_until = now() - interval '1 second'`;
  await advanceWallet(next);
  await mineAndAsk(3);
  expect((await payee.read(asked)).stage).toBe("completed");
  expect(wholeRecord()).toHaveLength(1);
  // The crashed one wakes up, and may write nothing any more.
  await expect(crashed.write(() => Promise.resolve())).rejects.toThrow("another server");
});

test("evm payouts: a server without the signer leaves the wallet to another one", async () => {
  const payee = await newPayee(setup.context);
  const asked = await withdraw(setup.context, payee, "60.00");
  const { parts } = onlyWallet(setup.context);
  const down = () => Promise.reject(new ProviderError("no socket"));
  const cutOff = { sign: down, status: down, signedFor: down };
  const lease = { leaseSeconds: 3_600 };
  const first = new PayoutWallet({ ...parts, ...lease, holder: randomUUID(), signer: cutOff });
  await expect(advanceWallet(first)).rejects.toMatchObject({ fault: "signer" });
  await advanceWallet(new PayoutWallet({ ...parts, ...lease, holder: randomUUID() }));
  await mineAndAsk(3);
  expect((await payee.read(asked)).stage).toBe("completed");
});
