export { type BatchWrapper, createLedger, type Ledger } from "./create-ledger.ts";
export { type AssetAccounts, houseAccount } from "./house-accounts.ts";
export {
  DeadlineError,
  LedgerBusyError,
  LedgerClosedError,
} from "./ledger-errors.ts";
export { query, type Source } from "./query-runner.ts";
export type { Priority, QueueObserver } from "./queue-observer.ts";
export type { DueHold } from "./reads.ts";
export type { SealedBlock, SealingKey } from "./seal.ts";
export type * from "./types.ts";
export type { VerifyOptions } from "./verify.ts";
export type { VerifyCheck } from "./verify-checks.ts";
export type { BrokenSeal } from "./verify-seals.ts";
