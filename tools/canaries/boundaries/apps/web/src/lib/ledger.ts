// canary: web-knows-contract-and-money
export { post } from "../../../../packages/ledger/src/index.ts";
