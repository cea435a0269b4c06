import {
  PAYOUT_NETWORKS,
  type PayoutNetwork,
  type PayoutOutcome,
} from "@tessera/contract/money-movement/withdrawals.schemas";
import { type AppContext, inTransaction, type Tx } from "../../platform/context.ts";
import { newId } from "../../platform/ids.ts";
import type { NetworkTerms, PayoutAnswer, PayoutOrder, PayoutProvider } from "./payout-provider.ts";
import { type SignedMessage, signMessage } from "./payout-signature.ts";
import { nextBlock } from "./sandbox-payout.policy.ts";
import {
  countDelivery,
  insertMessage,
  insertOutcome,
  insertPayout,
  lockOpenPayouts,
  type MessageRow,
  type PayoutRow,
  selectOpenMessages,
  selectPayout,
  selectPayouts,
  takeOutcome,
  updatePayout,
} from "./sandbox-payouts.repository.ts";

/**
 * Each network's fee and minimum, in hundredths of a USDT. The confirmations are the same as for
 * deposits.
 */
const TERMS: Readonly<Record<PayoutNetwork, NetworkTerms>> = {
  TRC20: { costMinor: 100n, minimumMinor: 1_000n, confirmationsRequired: 20 },
  ERC20: { costMinor: 500n, minimumMinor: 5_000n, confirmationsRequired: 12 },
  BEP20: { costMinor: 50n, minimumMinor: 1_000n, confirmationsRequired: 15 },
};

const LISTED = 100;
const MESSAGES = 50;

/** Thrown if a request or its response was lost, so that the order's outcome is unknown. */
class PayoutUnansweredError extends Error {
  constructor(id: string) {
    super(`the payout provider gave no answer about ${id}`);
    this.name = "PayoutUnansweredError";
  }
}

/** The simulated provider, with controls for setting outcomes and mining blocks. */
export interface SandboxPayouts extends PayoutProvider {
  /**
   * Sets the outcome of the next order, or of an existing one.
   *
   * @returns whether the order exists
   */
  setOutcome(outcome: PayoutOutcome, id?: string): Promise<boolean>;
  list(): Promise<readonly PayoutRow[]>;
  /** Mines one more block on every chain and applies its effects. */
  mine(): Promise<void>;
  /**
   * Delivers the pending webhooks.
   *
   * @returns the number of delivered webhooks
   */
  deliver(): Promise<number>;
  /** Sets the receiver for webhooks. Until it is set, webhooks wait. */
  deliverTo(receive: MessageReceiver): void;
}

type MessageReceiver = (message: SignedMessage) => Promise<void>;

function answerOf(row: PayoutRow): PayoutAnswer {
  return {
    status: row.status,
    confirmations: row.confirmations,
    transactionHash: row.transaction_hash,
  };
}

/** Creates the part of the simulated provider that handles webhooks and orders. */
function sandboxDesk({ db, keys, clock }: AppContext) {
  const webhookSecret = keys.hmac("sandbox-payout", "webhook secret");
  let receive: MessageReceiver | undefined;

  async function deliverOne(message: MessageRow): Promise<void> {
    if (receive === undefined) {
      return;
    }
    const { id, payout_id: payoutId, status } = message;
    const timestamp = String(Math.floor(clock.now().getTime() / 1_000));
    const body = Buffer.from(JSON.stringify({ id, payout: payoutId, status }));
    const signature = signMessage(webhookSecret, { id, timestamp, body });
    await receive({ id, timestamp, signature, body });
    await countDelivery(db.kysely, id);
  }

  async function tell(tx: Tx, { id, outcome }: PayoutRow, status: string): Promise<MessageRow> {
    const deliveries = outcome === "repeat_callback" ? 3 : 1;
    const message = { id: newId(clock.now()), payout_id: id, status, deliveries };
    await insertMessage(tx, message);
    return message;
  }

  async function place(order: PayoutOrder): Promise<PayoutRow> {
    const { row, message } = await inTransaction(db, async (tx) => {
      const known = await selectPayout(tx, order.id);
      const outcome = known?.outcome ?? (await takeOutcome(tx, clock.now())) ?? "complete";
      if (outcome === "lose_request") {
        return { row: undefined, message: undefined };
      }
      const status = outcome === "decline" ? "declined" : "pending";
      const isNew = await insertPayout(tx, order, { outcome, status, at: clock.now() });
      const placed = await selectPayout(tx, order.id);
      const isEarly = isNew && outcome === "callback_first" && placed !== undefined;
      return { row: placed, message: isEarly ? await tell(tx, placed, status) : undefined };
    });
    if (row === undefined) {
      throw new PayoutUnansweredError(order.id);
    }
    if (message !== undefined) {
      await deliverOne(message);
    }
    return row;
  }

  const deliverTo = (receiver: MessageReceiver) => {
    receive = receiver;
  };
  return { webhookSecret, deliverTo, deliverOne, tell, place };
}

/**
 * Creates a payout provider that is stored in the database and, like a real one, survives restarts.
 * It fails as configured, and pays each order only once, no matter how often the order is sent.
 */
export function sandboxPayouts(context: AppContext): SandboxPayouts {
  const { db, keys, clock } = context;
  const { webhookSecret, deliverTo, deliverOne, tell, place } = sandboxDesk(context);
  const transactionOf = ({ id, network }: PayoutRow): string => {
    const hash = keys.hmac("sandbox-payout", `transaction ${id}`).toString("hex");
    return network === "TRC20" ? hash : `0x${hash}`;
  };

  return {
    name: "sandbox",
    account: "sandbox",
    feesIn: "asset",
    webhookSecret,
    deliverTo,
    terms: async () => new Map(PAYOUT_NETWORKS.map((network) => [network, TERMS[network]])),
    async send(order) {
      const row = await place(order);
      if (row.outcome === "drop_answer") {
        throw new PayoutUnansweredError(order.id);
      }
      return answerOf(row);
    },
    async ask(id) {
      const row = await selectPayout(db.kysely, id);
      return row === undefined ? "never_seen" : answerOf(row);
    },
    async setOutcome(outcome, id) {
      if (id !== undefined) {
        return updatePayout(db.kysely, id, { outcome, closed: false });
      }
      await insertOutcome(db.kysely, newId(clock.now()), outcome);
      return true;
    },
    list: () => selectPayouts(db.kysely, LISTED),
    async mine() {
      await inTransaction(db, async (tx) => {
        for (const row of await lockOpenPayouts(tx)) {
          const next = nextBlock(row, TERMS[row.network].confirmationsRequired);
          const hash = next.confirmations > 0 ? transactionOf(row) : row.transaction_hash;
          await updatePayout(tx, row.id, { ...next, transaction_hash: hash });
          if (next.status !== row.status) {
            await tell(tx, row, next.status);
          }
        }
      });
    },
    async deliver() {
      const waiting = await selectOpenMessages(db.kysely, MESSAGES);
      for (const message of waiting) {
        await deliverOne(message);
      }
      return waiting.length;
    },
  };
}
