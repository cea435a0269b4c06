import { setTimeout as sleep } from "node:timers/promises";
import type { AnvilNode } from "@tessera/server/testing/anvil-node";
import { NO_FAULTS, type PayoutProgram } from "@tessera/server/testing/payout-program";
import { Random } from "../chain/random.ts";
import type { AskedWithdrawal } from "./check-payouts.ts";

const PAYEES = 3;
/** More than the ceiling of fees: no block then contains a payout. */
const HIGH_BASE_FEE = `0x${(300n * 10n ** 9n).toString(16)}`;
const LOW_BASE_FEE = `0x${(10n ** 9n).toString(16)}`;
/** Fewer than the confirmations of any payout, whose outcome must not change any more. */
const REORGANIZED_MAX = 2;
const FINAL_ROUNDS = 300;
const FINAL_PAUSE_MS = 40;

/** A server that sends payouts. */
export interface LabServer extends Pick<PayoutProgram, "faults" | "step" | "restart" | "close"> {
  /** Kills the process at once; missing if the server is not a process of its own. */
  kill?(): Promise<void>;
}

/** The signer, which can be killed, and started on its record again. */
export interface LabSigner {
  /** Says whether it is killed after a signature is on disk, before it is answered. */
  dieAfterSigning(isOn: boolean): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** What the walk needs of its surroundings. */
export interface PayoutWalkParts {
  /** Where customers withdraw and operators approve. */
  readonly desks: readonly Pick<PayoutProgram, "newPayee" | "approve">[];
  readonly servers: readonly LabServer[];
  readonly node: AnvilNode;
  readonly signer: LabSigner;
  /** Whether the node belongs to this walk alone, so that it can be restarted. */
  readonly ownsNode: boolean;
  /** Ends the connections of every server to the database, as a kill does. */
  readonly killConnections: () => Promise<void>;
  /** Restores what the database knows of payouts to an earlier time. */
  readonly forget: (what: "nonces" | "replacements") => Promise<void>;
  /** Counts the withdrawals that have not ended. */
  readonly countOpen: () => Promise<number>;
}

/** How often something went wrong in a walk. */
export interface PayoutCounts {
  lostAnswers: number;
  kills: number;
  drops: number;
  spikes: number;
  reorganizations: number;
  restores: number;
}

type Payee = Awaited<ReturnType<PayoutProgram["newPayee"]>>;

/**
 * A random walk: customers withdraw while answers get lost, the signer and servers are killed at
 * the worst moments, the node forgets transactions, and fees rise beyond the ceiling. Every choice
 * depends on the seed; what runs at the same time does not.
 */
export class PayoutWalk {
  readonly counts: PayoutCounts = {
    lostAnswers: 0,
    kills: 0,
    drops: 0,
    spikes: 0,
    reorganizations: 0,
    restores: 0,
  };
  readonly #parts: PayoutWalkParts;
  readonly #random: Random;
  readonly #asked: AskedWithdrawal[] = [];
  #payees: Payee[] = [];

  constructor(parts: PayoutWalkParts, seed: number) {
    this.#parts = parts;
    this.#random = new Random(seed);
  }

  /** Makes the walk, and then lets everything end without faults. */
  async run(steps: number): Promise<readonly AskedWithdrawal[]> {
    const [desk] = this.#parts.desks;
    for (let n = 0; n < PAYEES && desk !== undefined; n += 1) {
      this.#payees.push(await desk.newPayee());
    }
    const acts = [
      ...[() => this.#withdraw(), () => this.#withdraw(), () => this.#step(), () => this.#step()],
      ...[
        () => this.#mine(),
        () => this.#mine(),
        () => this.#together(),
        () => this.#loseAnswers(),
      ],
      ...[() => this.#killSigner(), () => this.#killServer(), () => this.#killConnections()],
      ...[() => this.#drop(), () => this.#spike(), () => this.#reorganize(), () => this.#cutOff()],
      ...[() => this.#approve(), () => this.#restore()],
      ...(this.#parts.ownsNode ? [() => this.#restartNode()] : []),
    ];
    for (let step = 0; step < steps; step += 1) {
      await this.#random.pick(acts)?.();
    }
    await this.#end();
    return this.#asked;
  }

  async #withdraw(): Promise<void> {
    const payee = this.#random.pick(this.#payees);
    // Some are more than the signer's ceiling: it refuses them for good.
    const cents = 1_500 + this.#random.below(this.#random.isLess(0.2) ? 8_400 : 2_500);
    const amount = `${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, "0")}`;
    try {
      const asked = await payee?.withdraw(amount);
      if (payee !== undefined && asked !== undefined) {
        const { customerId, address } = payee;
        this.#asked.push({ ...asked, customerId, address });
      }
    } catch {
      // Refused, for example because of the day's limit: nothing was asked for.
    }
  }

  #server(): LabServer {
    const server = this.#random.pick(this.#parts.servers);
    if (server === undefined) {
      throw new RangeError("the lab needs a server");
    }
    return server;
  }

  async #step(): Promise<void> {
    await this.#server().step();
  }

  async #together(): Promise<void> {
    await Promise.all(this.#parts.servers.map((server) => server.step()));
  }

  /** What fails because connections are killed is approved the next time. */
  async #approve(): Promise<void> {
    await Promise.allSettled([this.#random.pick(this.#parts.desks)?.approve()]);
  }

  async #mine(): Promise<void> {
    await this.#parts.node.mine(1 + this.#random.below(2));
  }

  async #withFault(fault: keyof typeof NO_FAULTS): Promise<LabServer> {
    const server = this.#server();
    server.faults[fault] = true;
    await server.step();
    Object.assign(server.faults, NO_FAULTS);
    return server;
  }

  async #loseAnswers(): Promise<void> {
    this.counts.lostAnswers += 1;
    await this.#withFault("losesAnswers");
  }

  async #cutOff(): Promise<void> {
    await this.#withFault("isCutOff");
  }

  /** Kills the signer between a signature and its answer, and starts it on its record again. */
  async #killSigner(): Promise<void> {
    this.counts.kills += 1;
    const { signer } = this.#parts;
    await signer.dieAfterSigning(true);
    await this.#step();
    await signer.dieAfterSigning(false);
    await signer.stop();
    if (this.#random.isLess(0.5)) {
      await this.#step();
    }
    await signer.start();
  }

  /**
   * Kills a server around sending, or at any time if it is a process. Another process continues,
   * once the lease has ended.
   */
  async #killServer(): Promise<void> {
    this.counts.kills += 1;
    const when = this.#random.pick(["diesBeforeSending", "diesAfterSending", "any"] as const);
    if (when !== "any" && when !== undefined) {
      await (await this.#withFault(when)).restart();
      return;
    }
    const server = this.#server();
    const working = this.#together();
    await sleep(this.#random.below(30));
    await server.kill?.();
    await working;
    await server.restart();
  }

  async #killConnections(): Promise<void> {
    this.counts.kills += 1;
    const working = this.#together();
    await sleep(this.#random.below(20));
    await this.#parts.killConnections();
    await working;
  }

  /** Kills the node, which forgets what no block contains, and lets a server work meanwhile. */
  async #restartNode(): Promise<void> {
    this.counts.kills += 1;
    const { node } = this.#parts;
    await node.restart(() => this.#step());
    // No reorganization goes back to before the restart.
    await node.mine(REORGANIZED_MAX + 1);
  }

  /** Restores the database, often after a block has executed what it then does not know. */
  async #restore(): Promise<void> {
    this.counts.restores += 1;
    if (this.#random.isLess(0.5)) {
      await this.#mine();
    }
    await this.#parts.forget(this.#random.isLess(0.5) ? "nonces" : "replacements");
  }

  async #drop(): Promise<void> {
    this.counts.drops += 1;
    await this.#parts.node.rpc("anvil_dropAllTransactions", []);
  }

  /** Raises the fee above the ceiling for a few blocks, which contain no payout. */
  async #spike(): Promise<void> {
    this.counts.spikes += 1;
    const { node } = this.#parts;
    await node.rpc("anvil_setNextBlockBaseFeePerGas", [HIGH_BASE_FEE]);
    await node.mine(1);
    await this.#step();
    await node.rpc("anvil_setNextBlockBaseFeePerGas", [LOW_BASE_FEE]);
    await node.mine(1);
  }

  async #reorganize(): Promise<void> {
    this.counts.reorganizations += 1;
    await this.#parts.node.reorganize(1 + this.#random.below(REORGANIZED_MAX));
  }

  /** Lets every withdrawal end. One that never does is found by the checker. */
  async #end(): Promise<void> {
    const { node, countOpen } = this.#parts;
    for (let round = 0; round < FINAL_ROUNDS; round += 1) {
      await this.#approve();
      await this.#together();
      await node.rpc("anvil_setNextBlockBaseFeePerGas", [LOW_BASE_FEE]);
      await node.mine(1);
      if ((await countOpen()) === 0) {
        return;
      }
      await sleep(FINAL_PAUSE_MS);
    }
  }
}
