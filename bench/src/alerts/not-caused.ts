import type { NotCaused } from "./cause.ts";

/** The alerts that the lab does not cause. */
export const NOT_CAUSED: readonly NotCaused[] = [
  {
    alert: "TesseraFxPositionLarge",
    why: "the lab's servers have no exchange rates until one of its remedies",
  },
  {
    alert: "TesseraChainBehind",
    why: "the lab's deposits come from a custodian; apps/server/src/testing/evm causes it",
  },
  {
    alert: "TesseraChainHalted",
    why: "the lab's deposits come from a custodian; apps/server/src/testing/evm causes it",
  },
  {
    alert: "TesseraChainSourcesDisagree",
    why: "the lab's deposits come from a custodian; apps/server/src/testing/evm causes it",
  },
  {
    alert: "TesseraPaymentsRetracted",
    why: "the lab's deposits come from a custodian; apps/server/src/testing/evm causes it",
  },
  {
    alert: "TesseraPaymentsOnOtherNetwork",
    why: "the lab's deposits come from a custodian; apps/server/src/testing/evm causes it",
  },
  {
    alert: "TesseraBankTransfersUnmatched",
    why: "the lab imports no statements",
  },
  {
    alert: "TesseraBankStatementLate",
    why: "the lab imports no statements",
  },
  {
    alert: "TesseraProgramSettingsBehind",
    why: "the lab's program has one cell, which copies nothing",
  },
  {
    alert: "TesseraProviderMessagesGivenUp",
    why: "only Stripe's messages are given up, after a day of retries; the page needs Stripe",
  },
  {
    alert: "TesseraReplicationBehind",
    why: "it needs a standby; lab:failover has two, and stops and cuts them off",
  },
];
