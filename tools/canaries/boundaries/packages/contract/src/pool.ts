// canary: contract-knows-only-money
export { pool } from "../../database/src/index.ts";
