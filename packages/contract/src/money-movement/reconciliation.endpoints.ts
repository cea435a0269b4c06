import { endpoint } from "../endpoint.ts";
import { idParams } from "../fields.ts";
import {
  assignBreakBody,
  breakDetail,
  breaksPage,
  breaksQuery,
  explainBreakBody,
  reconciliation,
  startReconciliationBody,
} from "./reconciliation.schemas.ts";

const tag = "ledger-reconciliation";
const access = "operator";
const readers = ["reviewer", "administrator", "auditor"] as const;
const deciders = ["reviewer", "administrator"] as const;

export const getReconciliation = endpoint({
  method: "GET",
  path: "/api/admin/reconciliation",
  summary: "The sources that the ledger is compared with: the newest run and the open breaks",
  tag,
  access,
  roles: readers,
  success: { status: 200, body: reconciliation },
});

export const startReconciliation = endpoint({
  method: "POST",
  path: "/api/admin/reconciliation/runs",
  summary: "Compare the ledger with one source or all now; a run in progress is not repeated",
  tag,
  access,
  roles: deciders,
  body: startReconciliationBody,
  success: { status: 200, body: reconciliation },
  errors: ["not_offered"],
});

export const listBreaks = endpoint({
  method: "GET",
  path: "/api/admin/reconciliation/breaks",
  summary: "Differences between the ledger and its sources, longest known first",
  tag,
  access,
  cells: "all",
  roles: readers,
  query: breaksQuery,
  success: { status: 200, body: breaksPage },
});

export const getBreak = endpoint({
  method: "GET",
  path: "/api/admin/reconciliation/breaks/:id",
  summary: "One break with the lines of both sides, and what happened to it",
  tag,
  access,
  roles: readers,
  params: idParams,
  success: { status: 200, body: breakDetail },
});

export const assignBreak = endpoint({
  method: "POST",
  path: "/api/admin/reconciliation/breaks/:id/assign",
  summary: "Assign a break to a reviewer or administrator, or to nobody",
  tag,
  access,
  roles: deciders,
  params: idParams,
  body: assignBreakBody,
  success: { status: 200, body: breakDetail },
  errors: ["not_found", "break_resolved", "no_such_assignee"],
});

export const explainBreak = endpoint({
  method: "POST",
  path: "/api/admin/reconciliation/breaks/:id/explain",
  summary: "Explain a break, which then counts as open no more while it stays as it is",
  tag,
  access,
  roles: deciders,
  params: idParams,
  body: explainBreakBody,
  success: { status: 200, body: breakDetail },
  errors: ["not_found", "break_resolved"],
});

export const breakEndpoints = {
  getReconciliation,
  startReconciliation,
  listBreaks,
  getBreak,
  assignBreak,
  explainBreak,
} as const;
