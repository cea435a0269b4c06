import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";

/** The merchant category codes most often used in rules, with their everyday names. */
export const MERCHANT_CODES: readonly (readonly [mcc: string, name: MessageDescriptor])[] = [
  ["7995", msg`gambling`],
  ["7800", msg`lotteries`],
  ["7802", msg`horse and dog racing`],
  ["6011", msg`ATMs`],
  ["6010", msg`cash from a bank teller`],
  ["6051", msg`crypto and money vouchers`],
  ["4829", msg`money transfers`],
  ["5816", msg`digital games`],
  ["5813", msg`bars`],
  ["5812", msg`restaurants`],
  ["4121", msg`taxis`],
  ["7011", msg`hotels`],
];

const NAMES: ReadonlyMap<string, MessageDescriptor> = new Map(MERCHANT_CODES);

/** Returns the everyday name of a code, or undefined if the code is not listed here. */
export function merchantCodeName(mcc: string): MessageDescriptor | undefined {
  return NAMES.get(mcc);
}
