import type { Environment } from "../environment.ts";
import type { FaultyServers } from "../faults/faulty-servers.ts";
import { type AnsweredPayment, type Attempt, runNetwork } from "../holds/repeating-network.ts";
import type { Caller } from "../http-population.ts";
import { seededRandom } from "../statistics.ts";
import { type Bank, openBankCustomer, runBankCustomer, runWalletReader } from "./bank.ts";
import type { History } from "./history.ts";
import { openHoldWatch, runSnapshotReader } from "./snapshot-reader.ts";

/** The parties of a run. */
export interface Load {
  /** The environment of each cell. */
  readonly environments: readonly Environment[];
  readonly servers: FaultyServers;
  readonly history: History;
  readonly seed: number;
  /** The customers who load and unload their cards. */
  readonly bank: readonly Caller[];
  /** The cards that the network pays with; none if an issuer sends the payments. */
  readonly network: readonly Caller[];
  /** Returns the position of a customer's cell. */
  readonly cellOf: (customerId: string) => number;
  readonly isOver: () => boolean;
}

export interface LoadResult {
  readonly payments: readonly AnsweredPayment[];
}

const NETWORKS = 6;
const WALLET_READERS = 3;

/**
 * Runs writers, readers and networks until the run is over and everything has been answered.
 *
 * @param phase 0 for the first time
 */
export async function runLoad(load: Load, phase = 0): Promise<LoadResult> {
  const { environments, servers, history, seed, network, isOver, cellOf } = load;
  const { addresses } = servers;
  const holds = openHoldWatch(
    (customerId) => environments[cellOf(customerId)]?.server.ownerUrl ?? "",
    history,
  );
  const bank = await runBank(load, phase);
  const clients = network.length === 0 ? 0 : NETWORKS;
  const networks = Array.from({ length: clients }, (_, number) => {
    const client = phase * NETWORKS + number;
    const random = seededRandom(seed * 1_000 + client);
    const record = (attempt: Attempt) => history.write({ type: "network", attempt });
    const { approved } = holds;
    const settings = { callers: network, addresses, random, isOver, record, approved };
    return runNetwork(settings, client);
  });
  const [payments] = await Promise.all([Promise.all(networks), bank.done]);
  await holds.close();
  return { payments: payments.flat() };
}

/**
 * Starts the bank's customers and readers.
 *
 * @returns as soon as each customer's balances before the first operation are recorded
 */
async function runBank(
  { environments, servers, history, seed, bank: callers, isOver }: Load,
  phase: number,
): Promise<{ readonly done: Promise<unknown> }> {
  const party = (number: number): Bank => ({
    addresses: servers.addresses,
    history,
    random: seededRandom(seed * 7_000 + phase * 200 + number),
    isOver,
  });
  if (phase === 0) {
    await Promise.all(callers.map((caller) => openBankCustomer(party(0), caller)));
  }
  return {
    done: Promise.all([
      ...callers.map((caller, index) => runBankCustomer(party(index + 1), caller)),
      ...Array.from({ length: WALLET_READERS }, (_, index) =>
        runWalletReader(party(100 + index), callers),
      ),
      ...environments.map(({ server }, cell) =>
        runSnapshotReader(server.ownerUrl, { history, isOver, phase, cell }),
      ),
    ]),
  };
}
