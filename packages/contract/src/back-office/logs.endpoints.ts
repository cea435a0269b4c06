import { endpoint } from "../endpoint.ts";
import { idParams } from "../fields.ts";
import {
  auditDetail,
  auditExportBody,
  auditPage,
  auditQuery,
  logDetail,
  logExportBody,
  logPage,
  logQuery,
} from "./logs.schemas.ts";

const tag = "logs";

export const listLogs = endpoint({
  method: "GET",
  path: "/api/logs",
  summary: "What happened on the customer's account, newest first",
  tag,
  access: "session",
  query: logQuery,
  success: { status: 200, body: logPage },
});

export const getLog = endpoint({
  method: "GET",
  path: "/api/logs/:id",
  summary: "One record with what it changed",
  tag,
  access: "session",
  params: idParams,
  success: { status: 200, body: logDetail },
});

export const exportLogs = endpoint({
  method: "POST",
  path: "/api/logs/export",
  summary: "The filtered log as CSV, up to 100,000 rows; the export is audited",
  tag,
  access: "session",
  idempotencyKey: { ignored: "file" },
  body: logExportBody,
  success: { status: 200, body: null },
});

export const listAudit = endpoint({
  method: "GET",
  path: "/api/operator/audit",
  summary: "Every record of the program, newest first",
  tag,
  access: "operator",
  cells: "all",
  roles: ["administrator", "auditor"],
  query: auditQuery,
  success: { status: 200, body: auditPage },
});

export const getAudit = endpoint({
  method: "GET",
  path: "/api/operator/audit/:id",
  summary: "One record with its fields before and after",
  tag,
  access: "operator",
  roles: ["administrator", "auditor"],
  params: idParams,
  success: { status: 200, body: auditDetail },
});

export const exportAudit = endpoint({
  method: "POST",
  path: "/api/operator/audit/export",
  summary: "The filtered records as CSV, up to 100,000 rows; the export is audited",
  tag,
  access: "operator",
  idempotencyKey: { ignored: "file" },
  roles: ["administrator", "auditor"],
  body: auditExportBody,
  success: { status: 200, body: null },
});

export const logsEndpoints = {
  listLogs,
  getLog,
  exportLogs,
  listAudit,
  getAudit,
  exportAudit,
} as const;
