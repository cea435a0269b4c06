import { endpoint } from "../endpoint.ts";
import { idParams } from "../fields.ts";
import { board, boardQuery, liftedStop, liftStopBody } from "./dashboard.schemas.ts";

export const getBoard = endpoint({
  method: "GET",
  path: "/api/admin/board",
  summary: "The operations dashboard: payments, volumes, queues, jobs, ledger invariants",
  tag: "board",
  access: "operator",
  cells: "all",
  roles: ["support", "reviewer", "administrator", "auditor"],
  query: boardQuery,
  success: { status: 200, body: board },
});

export const liftAccountStop = endpoint({
  method: "POST",
  path: "/api/admin/account-stops/:id/lift",
  summary: "Lift the stop of an account that failed a ledger check; the check runs again first",
  tag: "board",
  access: "operator",
  roles: ["administrator"],
  params: idParams,
  body: liftStopBody,
  success: { status: 200, body: liftedStop },
  errors: ["finding_unresolved"],
});

export const boardEndpoints = { getBoard, liftAccountStop } as const;
