import { randomBytes } from "node:crypto";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { withChecksum } from "@tessera/payout-signing";
import { AnvilNode } from "@tessera/server/testing/anvil-node";
import { afterAll, beforeAll, expect, test } from "vitest";
import { operator } from "../../e2e/src/operators.ts";
import { type Customer, call, createCustomer } from "../../e2e/src/sandbox-client.ts";
import { type SandboxServer, startServerOn } from "../sandbox-server.ts";
import { ANVIL_CHAIN_ID, type AnvilState, anvilFolder, readAnvilState } from "./anvil-state.ts";
import { startAnvil } from "./start-anvil.ts";

// The whole program of `npm start -- --chain anvil`: a node, the signer's process and a server.

const DAY_AND_MORE_SECONDS = 90_000;
const WAIT_MS = 240_000;
const POLL_MS = 100_000;
const TRANSFER = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";

interface Withdrawal {
  readonly id: string;
  readonly stage: string;
  readonly receiveAmount: string;
  readonly transactionHash: string | null;
}

interface Receipt {
  readonly status: string;
  readonly logs: readonly { address: string; topics: readonly string[]; data: string }[];
}

let folder: string;
let chain: Awaited<ReturnType<typeof startAnvil>>;
let state: AnvilState;
let node: AnvilNode;
let server: SandboxServer;
let customer: Customer;
let token: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "tessera-payouts-"));
  // PostgreSQL may run as another user, who must be able to enter the folder.
  await chmod(folder, 0o711);
  chain = await startAnvil({ DATA_DIR: folder });
  const read = readAnvilState(anvilFolder({ DATA_DIR: folder }));
  if (read === undefined) {
    throw new Error("the node's state was not written");
  }
  state = read;
  node = await AnvilNode.attach(state.url, ANVIL_CHAIN_ID);
  const env = { ...chain.env, SEED: "on", WITHDRAWAL_CANCEL_SECONDS: "1" };
  server = await startServerOn(folder, env);
  customer = await createCustomer(server.origin);
  await pay("1000.00");
}, WAIT_MS);
afterAll(async () => {
  await server?.stop();
  await chain?.stop();
  await rm(folder, { recursive: true, force: true });
}, WAIT_MS);

/** Polls until an answer is the wanted one. */
async function until<T>(ask: () => Promise<T>, isDone: (answer: T) => boolean): Promise<T> {
  const deadline = performance.now() + POLL_MS;
  for (;;) {
    const answer = await ask();
    if (isDone(answer) || performance.now() > deadline) {
      return answer;
    }
    await sleep(250);
  }
}

/** Pays a deposit on the node, and waits until it is credited. */
async function pay(amount: string): Promise<void> {
  const body = { asset: "USDT", network: "ERC20", amount, currency: "USD" };
  const open = () =>
    call<{ id: string; address: string }>(server.origin, "/api/wallet/deposits", {
      ...{ token: customer.token, key: crypto.randomUUID(), body },
    });
  // Deposits are offered once the server has read the chain.
  const opened = (await until(open, ({ status }) => status !== 503)).body;
  const amountRaw = BigInt(amount.replace(".", "")) * 10_000n;
  const minted = ["mint", [opened.address, amountRaw]] as const;
  await node.send(await node.call("SilentToken", state.tokens.usdt, ...minted));
  const read = () => customer.get<{ status: string }>(`/api/wallet/deposits/${opened.id}`);
  expect((await until(read, ({ status }) => status === "completed")).status).toBe("completed");
}

/** Adds an address to the address book. */
async function addAddress(address: string): Promise<string> {
  const subject = { operation: "payout_address", network: "ERC20", address };
  const { origin } = server;
  const proved = await call<{ proof: string }>(origin, "/api/auth/proof", {
    token: customer.token,
    body: { password: customer.password, subject },
  });
  const added = await call<{ id: string }>(origin, "/api/wallet/addresses", {
    token: customer.token,
    proof: proved.body.proof,
    key: crypto.randomUUID(),
    body: { label: "Ledger", network: "ERC20", address },
  });
  expect(added.status).toBe(201);
  return added.body.id;
}

/** Lets the waiting period of new addresses pass. The customer then signs in again. */
async function passWaitingPeriod(): Promise<void> {
  const { origin } = server;
  await call(origin, "/sandbox/clock", { body: { advanceSeconds: DAY_AND_MORE_SECONDS } });
  const { email: username, password } = customer;
  const login = { body: { username, password } };
  token = (await call<{ token: string }>(origin, "/api/customer/login", login)).body.token;
}

async function withdraw(addressId: string, address: string, amount: string): Promise<Withdrawal> {
  const { origin } = server;
  const ask = <T>(at: string, more: object) => call<T>(origin, at, { token, ...more });
  const quoted = await ask<{ quoteId: string; amount: string; currency: string }>(
    "/api/wallet/withdrawals/quote",
    { body: { addressId, amount } },
  );
  const { quoteId, currency } = quoted.body;
  const subject = { operation: "withdrawal", quoteId, amount: quoted.body.amount, currency };
  const proved = await ask<{ proof: string }>("/api/auth/proof", {
    body: { password: customer.password, subject: { ...subject, address } },
  });
  const made = await ask<Withdrawal>("/api/wallet/withdrawals", {
    body: { quoteId },
    proof: proved.body.proof,
    key: crypto.randomUUID(),
  });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  return made.body;
}

async function read(id: string): Promise<Withdrawal> {
  const at = `/api/wallet/withdrawals/${id}`;
  return (await call<Withdrawal>(server.origin, at, { token })).body;
}

/** Waits until a withdrawal has reached a stage. */
async function reach(id: string, stage: string): Promise<Withdrawal> {
  const reached = await until(
    () => read(id),
    (one) => one.stage === stage,
  );
  expect(reached.stage).toBe(stage);
  return reached;
}

/** Has an operator approve a withdrawal that is under review. */
async function approve(withdrawalId: string): Promise<void> {
  const { origin } = server;
  const desk = { token: (await operator("reviewer", origin)).token };
  interface Case {
    readonly id: string;
    readonly revision: number;
    readonly subjectId: string;
  }
  const listed = "/api/admin/reviews?kind=withdrawal&limit=100";
  const { data } = (await call<{ data: readonly Case[] }>(origin, listed, desk)).body;
  const cases = await Promise.all(
    data.map(async ({ id }) => (await call<Case>(origin, `/api/admin/reviews/${id}`, desk)).body),
  );
  const found = cases.find(({ subjectId }) => subjectId === withdrawalId);
  expect(found, JSON.stringify(cases)).toBeDefined();
  const body = { revision: found?.revision };
  const at = `/api/admin/reviews/${found?.id}/approve`;
  expect((await call(origin, at, { ...desk, body })).status).toBe(200);
}

async function balanceOnChain(owner: string): Promise<bigint> {
  const data = `0x70a08231${owner.slice(2).toLowerCase().padStart(64, "0")}`;
  const called = [{ to: state.tokens.usdt, data }, "latest"];
  return BigInt(await node.rpc<string>("eth_call", called));
}

test(
  "npm start -- --chain anvil: withdrawals are transactions, approved and signed",
  async () => {
    const destination = withChecksum(`0x${randomBytes(20).toString("hex")}`);
    const { wallet } = JSON.parse(chain.env.EVM_PAYOUTS ?? "{}") as { wallet: string };
    const own = await addAddress(destination);
    // The signer never pays the wallet from which it pays.
    const refused = await addAddress(wallet);
    await passWaitingPeriod();

    const asked = await withdraw(own, destination, "150.00");
    await reach(asked.id, "review");
    expect(await balanceOnChain(destination)).toBe(0n);
    await approve(asked.id);
    const done = await reach(asked.id, "completed");
    const amountRaw = BigInt(done.receiveAmount.replace(".", "")) * 10_000n;
    expect(await balanceOnChain(destination)).toBe(amountRaw);
    const receipt = await node.rpc<Receipt>("eth_getTransactionReceipt", [done.transactionHash]);
    expect(receipt.status).toBe("0x1");
    expect(receipt.logs).toHaveLength(1);
    expect(receipt.logs[0]).toMatchObject({
      address: state.tokens.usdt.toLowerCase(),
      topics: [
        TRANSFER,
        `0x${wallet.slice(2).toLowerCase().padStart(64, "0")}`,
        `0x${destination.slice(2).toLowerCase().padStart(64, "0")}`,
      ],
    });
    expect(BigInt(receipt.logs[0]?.data ?? "0x0")).toBe(amountRaw);

    const { id } = await withdraw(refused, wallet, "20.00");
    await reach(id, "review");
    await approve(id);
    await reach(id, "declined");
    const metrics = await (await fetch(`${server.origin}/metrics`)).text();
    expect(metrics).toMatch(/^tessera_evm_wallet_token_minor\{.*ERC20.*\} \d+$/m);
  },
  WAIT_MS,
);
