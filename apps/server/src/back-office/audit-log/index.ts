export { listAudit } from "./list-audit.ts";
