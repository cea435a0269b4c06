export { openReceipt } from "./read-receipts.ts";
