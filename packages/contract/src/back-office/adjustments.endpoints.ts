import { endpoint } from "../endpoint.ts";
import { idParams } from "../fields.ts";
import {
  approveCorrectionBody,
  correction,
  correctionsPage,
  correctionsQuery,
  proposeCorrectionBody,
  refuseCorrectionBody,
  reviseCorrectionBody,
  withdrawCorrectionBody,
} from "./adjustments.schemas.ts";

const tag = "customers";
const access = "operator";
const readers = ["support", "reviewer", "administrator", "auditor"] as const;
const proposers = ["support", "administrator"] as const;
const approvers = ["reviewer", "administrator"] as const;

export const listCorrections = endpoint({
  method: "GET",
  path: "/api/admin/corrections",
  summary: "Adjustments, newest first, each with its effect",
  tag,
  access,
  cells: "all",
  roles: readers,
  query: correctionsQuery,
  success: { status: 200, body: correctionsPage },
});

export const getCorrection = endpoint({
  method: "GET",
  path: "/api/admin/corrections/:id",
  summary: "One adjustment as it is now",
  tag,
  access,
  roles: readers,
  params: idParams,
  success: { status: 200, body: correction },
});

export const proposeCorrection = endpoint({
  method: "POST",
  path: "/api/admin/customers/:id/corrections",
  summary: "Propose an adjustment; no money moves until another operator approves it",
  tag,
  access,
  roles: proposers,
  idempotencyKey: "welcome",
  params: idParams,
  body: proposeCorrectionBody,
  success: { status: 201, body: correction },
  errors: ["not_found", "card_closed", "correction_above_limit", "correction_below_zero"],
});

export const reviseCorrection = endpoint({
  method: "PUT",
  path: "/api/admin/corrections/:id",
  summary: "Change one's own proposal while it waits; an approval of the earlier one is refused",
  tag,
  access,
  roles: proposers,
  params: idParams,
  body: reviseCorrectionBody,
  success: { status: 200, body: correction },
  errors: [
    "correction_not_yours",
    "correction_changed",
    "correction_decided",
    "card_closed",
    "correction_above_limit",
    "correction_below_zero",
  ],
});

export const withdrawCorrection = endpoint({
  method: "POST",
  path: "/api/admin/corrections/:id/withdraw",
  summary: "Withdraw one's own proposal",
  tag,
  access,
  roles: proposers,
  params: idParams,
  body: withdrawCorrectionBody,
  success: { status: 200, body: correction },
  errors: ["correction_not_yours", "correction_changed", "correction_decided"],
});

export const approveCorrection = endpoint({
  method: "POST",
  path: "/api/admin/corrections/:id/approve",
  summary: "Approve and post an adjustment at this revision; never one's own",
  tag,
  access,
  roles: approvers,
  params: idParams,
  body: approveCorrectionBody,
  success: { status: 200, body: correction },
  errors: [
    "correction_own",
    "linked_by_invitation",
    "correction_changed",
    "correction_decided",
    "card_closed",
    "correction_above_limit",
    "correction_below_zero",
  ],
});

export const refuseCorrection = endpoint({
  method: "POST",
  path: "/api/admin/corrections/:id/refuse",
  summary: "Reject an adjustment, with a reason; nothing moves",
  tag,
  access,
  roles: approvers,
  params: idParams,
  body: refuseCorrectionBody,
  success: { status: 200, body: correction },
  errors: ["correction_own", "correction_changed", "correction_decided"],
});

export const correctionsEndpoints = {
  listCorrections,
  getCorrection,
  proposeCorrection,
  reviseCorrection,
  withdrawCorrection,
  approveCorrection,
  refuseCorrection,
} as const;
