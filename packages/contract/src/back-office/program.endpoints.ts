import { endpoint } from "../endpoint.ts";
import { idParams, listQuery } from "../fields.ts";
import { proposal } from "../identity/proposals.schemas.ts";
import {
  changeSegmentBody,
  changeSettingsBody,
  changeStockBody,
  createSegmentBody,
  feePreview,
  feeVersion,
  feeVersions,
  previewFeesBody,
  programSegment,
  programSegments,
  programSettings,
  programSettingsPage,
  proposeSettingsBody,
  publishFeesBody,
} from "./program.schemas.ts";

const tag = "programme";
const access = "operator";
const readers = ["administrator", "auditor"] as const;
const writers = ["administrator"] as const;

export const listProgramSegments = endpoint({
  method: "GET",
  path: "/api/admin/programme/segments",
  summary: "Every card product with its stock, fees and number of cards issued",
  tag,
  access,
  roles: readers,
  query: listQuery,
  success: { status: 200, body: programSegments },
});

export const createSegment = endpoint({
  method: "POST",
  path: "/api/admin/programme/segments",
  summary: "Add a card product, offered or hidden",
  tag,
  access,
  cells: "program",
  roles: writers,
  idempotencyKey: "welcome",
  body: createSegmentBody,
  success: { status: 201, body: programSegment },
  errors: ["bin_taken"],
});

export const changeSegment = endpoint({
  method: "PUT",
  path: "/api/admin/programme/segments/:id",
  summary: "Replace a card product's terms; issued cards keep theirs",
  tag,
  access,
  cells: "program",
  roles: writers,
  params: idParams,
  body: changeSegmentBody,
  success: { status: 200, body: programSegment },
  errors: ["programme_changed", "segment_in_use", "bin_taken"],
});

export const changeStock = endpoint({
  method: "POST",
  path: "/api/admin/programme/segments/:id/stock",
  summary: "Add cards to a product's stock, or remove some",
  tag,
  access,
  roles: writers,
  idempotencyKey: "welcome",
  params: idParams,
  body: changeStockBody,
  success: { status: 200, body: programSegment },
  errors: ["not_found", "stock_too_low"],
});

export const listFees = endpoint({
  method: "GET",
  path: "/api/admin/programme/fees",
  summary: "Every version of the fees, latest start first",
  tag,
  access,
  cells: "program",
  roles: readers,
  query: listQuery,
  success: { status: 200, body: feeVersions },
});

export const previewFees = endpoint({
  method: "POST",
  path: "/api/admin/programme/fees/preview",
  summary: "A preview of what customers pay before and after a change of fees; nothing is stored",
  tag,
  access,
  cells: "program",
  idempotencyKey: { ignored: "read" },
  roles: readers,
  body: previewFeesBody,
  success: { status: 200, body: feePreview },
});

export const publishFees = endpoint({
  method: "POST",
  path: "/api/admin/programme/fees",
  summary: "Publish fees that take effect at a later time",
  tag,
  access,
  cells: "program",
  roles: writers,
  idempotencyKey: "welcome",
  body: publishFeesBody,
  success: { status: 201, body: feeVersion },
  errors: ["fees_moment_taken"],
});

export const cancelFees = endpoint({
  method: "POST",
  path: "/api/admin/programme/fees/:id/cancel",
  summary: "Cancel a version of the fees, by its number, before it takes effect",
  tag,
  access,
  cells: "program",
  roles: writers,
  params: idParams,
  success: { status: 200, body: feeVersion },
  errors: ["fees_in_force"],
});

export const getSettings = endpoint({
  method: "GET",
  path: "/api/admin/programme/settings",
  summary: "The program's limits and thresholds, and their earlier values",
  tag,
  access,
  cells: "program",
  roles: readers,
  success: { status: 200, body: programSettingsPage },
});

export const changeSettings = endpoint({
  method: "PUT",
  path: "/api/admin/programme/settings",
  summary: "Lower limits and thresholds at once; raising one has to be proposed",
  tag,
  access,
  cells: "program",
  roles: writers,
  body: changeSettingsBody,
  success: { status: 200, body: programSettings },
  errors: ["programme_changed", "second_administrator_needed"],
});

export const proposeSettings = endpoint({
  method: "POST",
  path: "/api/admin/programme/settings/proposals",
  summary: "Propose limits and thresholds, which take effect once another administrator approves",
  tag,
  access,
  cells: "program",
  roles: writers,
  idempotencyKey: "welcome",
  proof: true,
  body: proposeSettingsBody,
  success: { status: 201, body: proposal },
  errors: ["programme_changed", "no_second_administrator"],
});

export const programEndpoints = {
  listProgramSegments,
  createSegment,
  changeSegment,
  changeStock,
  listFees,
  previewFees,
  publishFees,
  cancelFees,
  getSettings,
  changeSettings,
  proposeSettings,
} as const;
