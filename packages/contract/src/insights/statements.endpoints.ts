import { endpoint } from "../endpoint.ts";
import { idParams } from "../fields.ts";
import {
  createExportBody,
  exportPage,
  exportQuery,
  reconciliationExport,
} from "./statements.schemas.ts";

const tag = "reconciliation";
const access = "session";

export const createExport = endpoint({
  method: "POST",
  path: "/api/reconciliation/exports",
  summary: "Request a statement of accounts and cards, created in the background",
  tag,
  access,
  idempotencyKey: "welcome",
  body: createExportBody,
  success: { status: 201, body: reconciliationExport },
  errors: ["not_found", "too_many_exports"],
});

export const listExports = endpoint({
  method: "GET",
  path: "/api/reconciliation/exports",
  summary: "The customer's exports, newest first",
  tag,
  access,
  query: exportQuery,
  success: { status: 200, body: exportPage },
});

export const getExport = endpoint({
  method: "GET",
  path: "/api/reconciliation/exports/:id",
  summary: "One export: its progress and its result",
  tag,
  access,
  params: idParams,
  success: { status: 200, body: reconciliationExport },
});

export const cancelExport = endpoint({
  method: "POST",
  path: "/api/reconciliation/exports/:id/cancel",
  summary: "Stop an export that waits or runs",
  tag,
  access,
  params: idParams,
  success: { status: 200, body: reconciliationExport },
  errors: ["export_over"],
});

export const getExportFile = endpoint({
  method: "GET",
  path: "/api/reconciliation/exports/:id/file",
  summary: "The file of a completed export, until it expires",
  tag,
  access,
  params: idParams,
  success: { status: 200, body: null },
  errors: ["export_not_ready", "export_expired"],
});

export const reconciliationEndpoints = {
  createExport,
  listExports,
  getExport,
  cancelExport,
  getExportFile,
} as const;
