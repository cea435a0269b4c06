import { setTimeout as sleep } from "node:timers/promises";
import type { AnvilNode } from "@tessera/server/testing/anvil-node";
import { NO_FAULTS, type PayoutProgram } from "@tessera/server/testing/payout-program";
import type { TestSigner } from "@tessera/server/testing/payout-setup";
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

/** What the walk needs of its surroundings. */
export interface PayoutWalkParts {
  readonly programs: readonly PayoutProgram[];
  readonly node: AnvilNode;
  readonly signer: TestSigner;
  /** Ends the connections of every server to the database, as a kill does. */
  readonly killConnections: () => Promise<void>;
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
    const [program] = this.#parts.programs;
    for (let n = 0; n < PAYEES && program !== undefined; n += 1) {
      this.#payees.push(await program.newPayee());
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
      () => this.#approve(),
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

  #program(): PayoutProgram {
    const program = this.#random.pick(this.#parts.programs);
    if (program === undefined) {
      throw new RangeError("the lab needs a server");
    }
    return program;
  }

  async #step(): Promise<void> {
    await this.#program().step();
  }

  async #together(): Promise<void> {
    await Promise.all(this.#parts.programs.map((program) => program.step()));
  }

  /** What fails because connections are killed is approved the next time. */
  async #approve(): Promise<void> {
    await Promise.allSettled([this.#program().approve()]);
  }

  async #mine(): Promise<void> {
    await this.#parts.node.mine(1 + this.#random.below(2));
  }

  async #withFault(fault: keyof typeof NO_FAULTS): Promise<PayoutProgram> {
    const program = this.#program();
    program.faults[fault] = true;
    await program.step();
    Object.assign(program.faults, NO_FAULTS);
    return program;
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
    signer.diesAfterSigning = true;
    await this.#step();
    signer.diesAfterSigning = false;
    await signer.stop();
    if (this.#random.isLess(0.5)) {
      await this.#step();
    }
    await signer.start();
  }

  /** Kills a server around sending. Another process continues, once the lease has ended. */
  async #killServer(): Promise<void> {
    this.counts.kills += 1;
    const fault = this.#random.isLess(0.5) ? "diesBeforeSending" : "diesAfterSending";
    (await this.#withFault(fault)).restart();
  }

  async #killConnections(): Promise<void> {
    this.counts.kills += 1;
    const working = this.#together();
    await sleep(this.#random.below(20));
    await this.#parts.killConnections();
    await working;
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
