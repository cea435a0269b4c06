// canary: signer-knows-payout-signing-only
export { pool } from "../../../packages/database/src/index.ts";
