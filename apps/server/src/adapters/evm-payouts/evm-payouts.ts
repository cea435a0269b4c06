import { randomBytes } from "node:crypto";
import { approvalOf, type LinkKeys, readLinkKey } from "@tessera/payout-signing";
import type {
  EvmPayoutChain,
  EvmPayoutSettings,
} from "../../platform/config/evm-payout-settings.ts";
import { type AppContext, inTransaction } from "../../platform/context.ts";
import { defineService } from "../../platform/service.ts";
import { spellAddress } from "../chain/read-address.ts";
import type { PayoutAnswer, PayoutOrder, PayoutProvider } from "../payout/payout-provider.ts";
import { ProviderError } from "../providers/provider-error.ts";
import {
  addSigned,
  type EvmPayoutRow,
  endPayout,
  insertPayout,
  selectPayout,
  selectTransactions,
} from "./evm-payouts.repository.ts";
import { type ChainOutcome, observePayout } from "./observe-payout.ts";
import { payoutSourcesOf } from "./payout-chain.ts";
import { PayoutWallet } from "./payout-wallet.ts";
import { allSignedFor, instructionOf } from "./sign-transaction.ts";
import { createSignerClient } from "./signer-client.ts";

/** The hot wallet on each configured chain; none if another provider sends payouts. */
export const payoutWallets = defineService("payout wallets", (context): readonly PayoutWallet[] => {
  const { payout } = context.config;
  if (payout.provider !== "evm") {
    return [];
  }
  const signer = createSignerClient(payout.socket, readLinkKey(payout.linkKeyFile));
  return payout.chains.map((chain) => {
    const sources = payoutSourcesOf(chain, payout.wallet);
    return new PayoutWallet({ context, chain, wallet: payout.wallet, sources, signer });
  });
});

function storedAnswer(row: EvmPayoutRow): PayoutAnswer {
  const { state, confirmations, transaction_hash: transactionHash } = row;
  return { status: state, confirmations, transactionHash };
}

function answerOf(outcome: ChainOutcome): PayoutAnswer {
  switch (outcome.kind) {
    case "pending":
      return { status: "processing", confirmations: 0, transactionHash: null };
    case "nonce_used":
      return { status: "failed", confirmations: 0, transactionHash: null };
    default: {
      const { hash: transactionHash, confirmations } = outcome;
      const statuses = { mined: "processing", paid: "completed", reverted: "failed" };
      const status = outcome.kind === "unexpected" ? "unexpected_transfer" : statuses[outcome.kind];
      return { status, confirmations, transactionHash };
    }
  }
}

/**
 * Reads from the chain what became of a payout. That another transaction used its nonce is believed
 * only once the signer has said that it signed none but those that the database knows: after a
 * restore to an earlier time, it may be one of the payout's own.
 *
 * @throws ProviderError
 */
async function outcomeOf(
  { db, clock }: AppContext,
  { parts }: PayoutWallet,
  row: EvmPayoutRow,
): Promise<ChainOutcome> {
  const transactions = await selectTransactions(db.kysely, row.id);
  const hashes = transactions.flatMap(({ hash }) => hash ?? []);
  const payout = { ...row, nonce: Number(row.nonce) };
  const outcome = await observePayout(parts.chain, parts.sources, { payout, hashes });
  if (outcome.kind !== "nonce_used") {
    return outcome;
  }
  const signed = await allSignedFor(parts.signer, row);
  const known = new Set(signed.map(({ transaction }) => transaction.hash));
  if (hashes.some((hash) => !known.has(hash))) {
    // An old copy of its record: what it does not know may have been executed, too.
    throw new ProviderError("the signer does not know everything that it signed for the payout");
  }
  const at = clock.now();
  const all = await inTransaction(db, (tx) => addSigned(tx, { payoutId: row.id, at }, signed));
  return all.length === hashes.length
    ? outcome
    : observePayout(parts.chain, parts.sources, { payout, hashes: all });
}

/** Asks the chain about a payout that was signed, and stores its end. */
async function follow(
  context: AppContext,
  wallet: PayoutWallet,
  row: EvmPayoutRow,
): Promise<PayoutAnswer> {
  const { db, clock } = context;
  const outcome = await outcomeOf(context, wallet, row);
  const answer = answerOf(outcome);
  if (answer.status === "completed" || answer.status === "failed") {
    const { status: state, ...rest } = answer;
    await endPayout(db.kysely, row.id, { state, reason: outcome.kind, ...rest, at: clock.now() });
  }
  return answer;
}

/** Returns the part of a payout's row that the signer authenticates. */
function approvedRow(order: PayoutOrder, chain: EvmPayoutChain) {
  return {
    id: order.id,
    chain_id: BigInt(chain.chainId),
    token: chain.contract,
    destination: spellAddress(order.address),
    amount_raw: (order.amountMinor * 10n ** BigInt(chain.decimals - 2)).toString(),
    revision: order.revision,
    approved_by: order.approvedBy,
    approved_at: order.approvedAt,
  };
}

function isSame(row: EvmPayoutRow, order: PayoutOrder): boolean {
  return (
    row.network === order.network &&
    row.destination === spellAddress(order.address) &&
    row.amount_minor === order.amountMinor
  );
}

/** Reads the key at its first use: without the file, payouts fail, and the server does not. */
function readAtFirstUse(file: string): () => LinkKeys {
  let keys: LinkKeys | undefined;
  return () => {
    keys ??= readLinkKey(file);
    return keys;
  };
}

/**
 * Declines an order on a network without a wallet, which was never accepted.
 *
 * @throws ProviderError if it was accepted before, while the network had a wallet
 */
async function declineNetwork(
  { db }: AppContext,
  { id, network }: PayoutOrder,
): Promise<PayoutAnswer> {
  if ((await selectPayout(db.kysely, id)) !== undefined) {
    throw new ProviderError(`payouts on ${network} are not configured any more`);
  }
  return { status: "declined", confirmations: 0, transactionHash: null };
}

/**
 * Creates a payout provider that sends on EVM chains itself (docs/providers/evm-payouts.md). An
 * order is stored; a job has it signed and sends it; what became of it is read from the chain.
 */
export function evmPayouts(context: AppContext, settings: EvmPayoutSettings): PayoutProvider {
  const { db, clock } = context;
  const { account, chains, wallet, linkKeyFile } = settings;
  const linkKeys = readAtFirstUse(linkKeyFile);
  const walletOn = (network: string) =>
    context.use(payoutWallets).find(({ parts }) => parts.chain.network === network);

  return {
    name: "evm",
    account,
    feesIn: "coin",
    // Nobody sends messages about these payouts, so nobody knows this secret.
    webhookSecret: randomBytes(32),
    async terms() {
      return new Map(
        chains.map(({ network, costMinor, minimumMinor, tiers }) => [
          network,
          { costMinor, minimumMinor, confirmationsRequired: tiers[0]?.confirmations ?? 1 },
        ]),
      );
    },
    async send(order) {
      const chain = chains.find(({ network }) => network === order.network);
      if (chain === undefined) {
        return declineNetwork(context, order);
      }
      const approved = approvedRow(order, chain);
      await insertPayout(db.kysely, {
        ...approved,
        wallet,
        network: chain.network,
        amount_minor: order.amountMinor,
        approval: approvalOf(linkKeys(), instructionOf(approved)),
        received_at: clock.now(),
        state: "waiting",
        nonce: null,
        reason: null,
        transaction_hash: null,
        ended_at: null,
      });
      const row = await selectPayout(db.kysely, order.id);
      if (row === undefined || !isSame(row, order)) {
        throw new ProviderError("another payout has the order's id");
      }
      return { status: "queued", confirmations: 0, transactionHash: null };
    },
    async ask(id) {
      const row = await selectPayout(db.kysely, id);
      if (row === undefined) {
        return "never_seen";
      }
      if (row.ended_at !== null) {
        return storedAnswer(row);
      }
      if (row.state !== "signed") {
        return { status: "queued", confirmations: 0, transactionHash: null };
      }
      const found = walletOn(row.network);
      if (found === undefined || found.name.chain_id !== row.chain_id) {
        throw new ProviderError(`payouts on ${row.network} are not configured`);
      }
      return follow(context, found, row);
    },
  };
}
