export { cancelDeposit } from "./cancel-deposit.ts";
export { chainOf } from "./chain.ts";
export { createDeposit } from "./create-deposit.ts";
export { getDeposit } from "./get-deposit.ts";
export { recordTransfer } from "./record-transfer.ts";
export { registerWalletRoutes } from "./wallet.routes.ts";
export { startWalletJobs } from "./wallet-jobs.ts";
