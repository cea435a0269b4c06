import { RPC_FAULTS } from "./rpc-error.ts";

/**
 * What is counted about each chain, as the label of a metric.
 *
 * - the faults of answers that were not used
 * - `contradictory`, `refuted`: a transfer was reported differently than before; a stored one was
 *   replaced by what its receipt contains
 * - `reorganized`, `retracted`: reorganizations, and the transfers that were taken back by them
 * - `ignored_…`: transfers to our addresses of nothing, of less than a hundredth, of more than an
 *   account can have, and of tokens that are not configured
 * - `other_network`, `other_token`: payments that are not what their address was given out for
 */
export const CHAIN_EVENTS = [
  ...RPC_FAULTS,
  "contradictory",
  "refuted",
  "reorganized",
  "retracted",
  "ignored_zero",
  "ignored_dust",
  "ignored_too_much",
  "ignored_unknown_token",
  "other_network",
  "other_token",
] as const;

export type ChainEvent = (typeof CHAIN_EVENTS)[number];
