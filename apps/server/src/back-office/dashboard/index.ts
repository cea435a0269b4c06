export { registerQueue } from "./board-queues.ts";
export { selectResults as ledgerCheckResults } from "./standing-checks.repository.ts";
