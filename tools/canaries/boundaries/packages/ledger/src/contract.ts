// canary: ledger-knows-money-and-database
export { card } from "../../contract/src/card.ts";
