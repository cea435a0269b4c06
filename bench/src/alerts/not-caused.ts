import type { NotCaused } from "./cause.ts";

/** The alerts that the lab does not cause. */
export const NOT_CAUSED: readonly NotCaused[] = [
  {
    alert: "TesseraFxPositionLarge",
    why: "the lab's servers have no exchange rates until one of its remedies",
  },
  {
    alert: "TesseraWalletPayoutsLate",
    why: "the lab's payouts go through a custodian; wallet-figures.test.ts causes its metric",
  },
  {
    alert: "TesseraWalletHeldUp",
    why: "the lab's payouts go through a custodian; wallet-figures.test.ts causes its metric",
  },
  {
    alert: "TesseraSignerUnreachable",
    why: "the lab's payouts go through a custodian; wallet-figures.test.ts causes its metric",
  },
  {
    alert: "TesseraSignerRefuses",
    why: "the lab's payouts go through a custodian; wallet-figures.test.ts causes its metric",
  },
  {
    alert: "TesseraPayoutsDeclinedBySigner",
    why: "the lab's payouts go through a custodian; wallet-figures.test.ts causes its metric",
  },
  {
    alert: "TesseraSignerDayNearlyUsed",
    why: "the lab's payouts go through a custodian; wallet-figures.test.ts causes its metric",
  },
  {
    alert: "TesseraPayoutsReplaced",
    why: "the lab's payouts go through a custodian; wallet-figures.test.ts causes its metric",
  },
  {
    alert: "TesseraWalletLow",
    why: "the lab's payouts go through a custodian; wallet-figures.test.ts causes its metric",
  },
  {
    alert: "TesseraWalletAboveCeiling",
    why: "the lab's payouts go through a custodian; wallet-figures.test.ts causes its metric",
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
    alert: "TesseraChainAnswersUnusable",
    why: "the lab's deposits come from a custodian; apps/server/src/testing/evm causes it",
  },
  {
    alert: "TesseraChainServerWrong",
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
    alert: "TesseraReconciliationBreaksOld",
    why: "a break would have to stay for a week; tests find and age breaks",
  },
  {
    alert: "TesseraReconciliationLate",
    why: "the lab's servers run for minutes, and the job for a day and a half",
  },
  {
    alert: "TesseraReservesMissing",
    why: "the lab's custodian has no call for balances; reserves.test.ts causes it",
  },
  {
    alert: "TesseraReservesShort",
    why: "the lab's custodian has no call for balances; reserves.test.ts measures it",
  },
  {
    alert: "TesseraReservesUnknown",
    why: "the lab's servers run for minutes; reserves.test.ts measures it",
  },
  {
    alert: "TesseraProgramSettingsBehind",
    why: "the lab's program has one cell, which copies nothing",
  },
  {
    alert: "TesseraWebhookEventsBehind",
    why: "a block would have to be missing; derive-events.test.ts takes one out",
  },
  {
    alert: "TesseraWebhooksLate",
    why: "the lab's customers have no webhooks; lab:webhooks delays and cuts off receivers",
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
