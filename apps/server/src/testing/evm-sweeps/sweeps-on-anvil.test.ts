import { randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { withChecksum } from "@tessera/payout-signing";
import { type Hex, parseTransaction } from "viem";
import { mnemonicToAccount } from "viem/accounts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { chainWatchers } from "../../adapters/evm/chain-watchers.ts";
import type { ChainPlan } from "../../adapters/evm-sweeps/make-sweep-plan.ts";
import { watchSweeps } from "../../adapters/evm-sweeps/watch-sweeps.ts";
import { readReserves } from "../../money-movement/reserves/read-reserves.ts";
import { takeReading } from "../../money-movement/reserves/take-reading.ts";
import { runHere } from "../command-home.ts";
import { AnvilNode } from "../evm/anvil-node.ts";
import { catchUp, evmEnv, newEvmDepositor, onlyChain } from "../evm/evm-depositors.ts";
import { fundWallet } from "../evm-payouts/payout-setup.ts";
import { TestSigner } from "../evm-payouts/test-signer.ts";
import { createTestContext, type TestContext } from "../test-context.ts";

const TEST_MNEMONIC = "test test test test test test test test test test test junk";
/** The blocks after which anvil calls a block final. */
const FINAL_BLOCKS = 70;
const RAW = 1_000_000n;
const COLD = withChecksum(`0x${randomBytes(20).toString("hex")}`);

let node: AnvilNode;
let token: Hex;
let signer: TestSigner;
let setup: TestContext;
let env: Record<string, string>;
let folder: string;
const depositors: Awaited<ReturnType<typeof newEvmDepositor>>[] = [];

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "sweep-plan-"));
  node = await AnvilNode.start();
  token = await node.deploy("PlainToken", "Tether USD", "USDT", 6);
  signer = new TestSigner(token);
  const usdt = { asset: "USDT", contract: token, decimals: 6 };
  env = {
    ...evmEnv({ rpcUrls: [node.url], token: usdt, coldWallet: COLD, sweepAbove: "50.00" }),
    ...signer.env(node, token, { ceiling: "600.00" }),
  };
  setup = await createTestContext(env);
  await step();
  for (const amount of [300n, 500n, 20n]) {
    const customer = await newEvmDepositor(setup.context);
    depositors.push(customer);
    const { address } = await customer.open(`${amount}.00`);
    await node.send(await node.call("PlainToken", token, "mint", [address, amount * RAW]));
    await node.mine(8);
    await step();
  }
});
afterAll(async () => {
  await setup.close();
  await node.stop();
  rmSync(folder, { recursive: true });
});

async function step(): Promise<void> {
  const [watcher] = setup.context.use(chainWatchers);
  if (watcher === undefined) {
    throw new Error("no chain is watched");
  }
  await catchUp(setup.context, watcher);
}

async function plan(name: string, ...options: readonly string[]) {
  const file = path.join(folder, name);
  const database = { DATABASE_URL: setup.appUrl, DATABASE_OWNER_URL: setup.ownerUrl };
  const { code, out, err } = await runHere(["sweep-plan", "--out", file, ...options], {
    env: { ...env, ...database, DATA_DIR: folder, LOG_LEVEL: "silent" },
  });
  expect({ code, err }).toEqual({ code: 0, err: "" });
  const { chains } = JSON.parse(readFileSync(file, "utf8")) as { chains: ChainPlan[] };
  const [chain] = chains;
  if (chain === undefined) {
    throw new Error("the plan has no chain");
  }
  return { out, chain };
}

/** Signs a planned transaction as the holder of the account's key does, and sends it. */
async function sign({ path: at, unsigned }: ChainPlan["transactions"][number]): Promise<Hex> {
  const [changeIndex = 0, addressIndex = 0] = at.split("/").map(Number);
  const owner = mnemonicToAccount(TEST_MNEMONIC, { changeIndex, addressIndex });
  return owner.signTransaction(parseTransaction(unsigned as Hex));
}

async function usdt() {
  await takeReading(setup.context);
  const { reserves } = await readReserves(setup.context);
  const found = reserves.find(({ asset }) => asset === "USDT");
  const places = Object.fromEntries(found?.places.map(({ kind, held }) => [kind, held]) ?? []);
  return { held: found?.held, missing: found?.missing, places };
}

async function balances(): Promise<bigint[]> {
  return Promise.all(depositors.map((one) => one.balance()));
}

test("sweeps: a plan empties addresses to both wallets, and that is recorded", async () => {
  const before = await balances();
  expect(before.every((minor) => minor > 0n)).toBe(true);
  const deposited = { held: "820.00", missing: "0.00" };
  expect(await usdt()).toEqual({
    ...deposited,
    places: { deposit_addresses: "820.00", hot_wallet: "0.00", cold_wallet: "0.00" },
  });

  const { out, chain } = await plan("first.json");
  expect(chain.transactions).toMatchObject([
    { amount: "500.000000", to: withChecksum(signer.wallet), nonce: 0 },
    { amount: "300.000000", to: COLD, nonce: 0 },
  ]);
  expect(chain.skipped).toMatchObject({ belowMinimum: 1, ofOtherKeys: 0, refusedByToken: [] });
  expect(chain.coldTransfer).toBeNull();
  expect(out).toContain(`1 transfers: 300.000000 USDT to ${COLD}`);
  // The addresses hold no coin, so all fees have to be sent first.
  const funded = chain.funding.reduce((sum, { wei }) => sum + BigInt(wei), 0n);
  expect(funded.toString()).toBe(chain.feesWei);

  for (const { to, wei } of chain.funding) {
    await node.rpc("anvil_setBalance", [to, `0x${BigInt(wei).toString(16)}`]);
  }
  const signed = await Promise.all(chain.transactions.map(sign));
  for (const one of signed) {
    await node.send(one);
  }
  await node.mine(1);
  const places = { deposit_addresses: "20.00", hot_wallet: "500.00", cold_wallet: "300.00" };
  expect(await usdt()).toEqual({ ...deposited, places });
  // Of two plans, one can be executed.
  await expect(node.send(signed[0] ?? "0x")).rejects.toThrow();

  // Recorded once its block is final, once, and nobody is credited.
  const settings = onlyChain(setup.context);
  expect(await watchSweeps(setup.context, settings)).toBe(0);
  await node.mine(FINAL_BLOCKS);
  expect(await watchSweeps(setup.context, settings)).toBe(2);
  expect(await watchSweeps(setup.context, settings)).toBe(0);
  await step();
  expect(await balances()).toEqual(before);
  const again = await plan("second.json");
  expect(again.chain).toMatchObject({ transactions: [], funding: [], feesWei: "0" });
  expect(again.out).toContain("nothing is worth sweeping");
  expect(again.chain.sweptLately).toHaveLength(2);
  expect((await plan("third.json", "--minimum", "10.00")).chain.transactions).toHaveLength(1);
});

test("sweeps: a hot wallet above its ceiling leads to a proposal for its operators", async () => {
  await fundWallet(node, { token, wallet: signer.wallet, amountRaw: 250n * RAW });
  const { out, chain } = await plan("above.json", "--minimum", "10.00", "--max-fee", "3");
  const from = withChecksum(signer.wallet);
  expect(chain.coldTransfer).toEqual({ from, to: COLD, asset: "USDT", amount: "150.000000" });
  expect(out).toContain("the signer does not sign it");
  expect(chain.maxFeePerGas).toBe("3000000000");
  // The hot wallet takes no more.
  expect(chain.transactions).toMatchObject([{ amount: "20.000000", to: COLD }]);
});

test("sweeps: a wallet that is a deposit address is refused", async () => {
  const [row] = await setup.context.db.sql<{ address: string }[]>`
    select address from evm_address`;
  const { EVM_CHAINS = "" } = env;
  const chains = EVM_CHAINS.replace(COLD, withChecksum(row?.address ?? ""));
  const args = ["sweep-plan", "--out", path.join(folder, "none.json")];
  const database = { DATABASE_URL: setup.appUrl, DATABASE_OWNER_URL: setup.ownerUrl };
  const { code, err } = await runHere(args, {
    env: { ...env, ...database, EVM_CHAINS: chains, DATA_DIR: folder, LOG_LEVEL: "silent" },
  });
  expect(code).toBe(1);
  expect(err).toContain("is a deposit address");
});

test.each([
  [["--out", "x.json", "--minimum", "0"], 2, "--minimum must be"],
  [["--out", "x.json", "--max-fee", "1.5"], 2, "--max-fee must be"],
  [["--out", "x.json", "--network", "base"], 1, "names no chain for BASE"],
  [[], 2, "--out is missing"],
])("sweeps: sweep-plan refuses %j", async (options, code, problem) => {
  const database = { DATABASE_URL: setup.appUrl, DATABASE_OWNER_URL: setup.ownerUrl };
  const ended = await runHere(["sweep-plan", ...options], {
    env: { ...env, ...database, DATA_DIR: folder, LOG_LEVEL: "silent" },
  });
  expect(ended.code).toBe(code);
  expect(ended.err).toContain(problem);
});
