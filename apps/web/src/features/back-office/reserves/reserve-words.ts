import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { ReservePlace } from "@tessera/contract/money-movement/reserves.schemas";

export const PLACE_WORDS: Readonly<Record<ReservePlace["kind"], MessageDescriptor>> = {
  bank: msg`Bank account`,
  deposit_addresses: msg`Deposit addresses`,
  hot_wallet: msg`Hot wallet`,
  cold_wallet: msg`Cold wallet`,
  custodian: msg`Custodian`,
  issuer: msg`Card issuer`,
};

/** Why a place could not be read. A fault that is not listed is a failed request. */
const FAULTS: Readonly<Partial<Record<string, MessageDescriptor>>> = {
  no_statement: msg`No statement has been imported yet.`,
  no_balance_call: msg`The custodian has no call for balances.`,
  sources_disagree: msg`Two servers of the chain disagree.`,
  wrong_chain: msg`A server serves another chain.`,
  wrong_token: msg`The token has no balances there.`,
};

const UNREACHABLE = msg`There was no usable response.`;

export function faultWords(fault: string): MessageDescriptor {
  return FAULTS[fault] ?? UNREACHABLE;
}
