import * as z from "zod/mini";
import { insight, insightQuery } from "../authorization/risk-insight.schemas.ts";
import { card } from "../cards/cards.schemas.ts";
import { endpoint } from "../endpoint.ts";
import { idParams, listQuery, page } from "../fields.ts";
import { legalAcceptance } from "../identity/legal.schemas.ts";
import { movementPage, movementQuery } from "../insights/bills.schemas.ts";
import {
  customerMovement,
  customerMovementQuery,
  customerNote,
  customerProfile,
  customersPage,
  customersQuery,
  noteBody,
  notePageQuery,
  notesPage,
  proposedReset,
  resetFactorsBody,
  restoreBody,
  suspendBody,
} from "./customers.schemas.ts";
import { auditPage, auditQuery } from "./logs.schemas.ts";

const tag = "customers";
const access = "operator";
const readers = ["support", "reviewer", "administrator", "auditor"] as const;
const writers = ["support", "reviewer", "administrator"] as const;
const carers = ["support", "administrator"] as const;

export const listCustomers = endpoint({
  method: "GET",
  path: "/api/admin/customers",
  summary: "Customers, newest first; search by name, email, card or id",
  tag,
  access,
  cells: "all",
  roles: readers,
  query: customersQuery,
  success: { status: 200, body: customersPage },
});

export const getCustomer = endpoint({
  method: "GET",
  path: "/api/admin/customers/:id",
  summary: "One customer; access is audited",
  tag,
  access,
  roles: readers,
  params: idParams,
  success: { status: 200, body: customerProfile },
});

export const listCustomerCards = endpoint({
  method: "GET",
  path: "/api/admin/customers/:id/cards",
  summary: "A customer's cards, closed ones last; no PAN, no CVV",
  tag,
  access,
  roles: readers,
  params: idParams,
  query: listQuery,
  success: { status: 200, body: page(card) },
});

export const listCustomerMovements = endpoint({
  method: "GET",
  path: "/api/admin/customers/:id/movements",
  summary: "A customer's bills as the customer sees them, newest first",
  tag,
  access,
  roles: readers,
  params: idParams,
  query: movementQuery,
  success: { status: 200, body: movementPage },
});

export const getCustomerMovement = endpoint({
  method: "GET",
  path: "/api/admin/movements/:id",
  summary: "One movement of a customer with everything that was posted for it",
  tag,
  access,
  roles: readers,
  params: idParams,
  query: customerMovementQuery,
  success: { status: 200, body: customerMovement },
});

export const getCustomerRisk = endpoint({
  method: "GET",
  path: "/api/admin/customers/:id/risk",
  summary: "A customer's risk score with its factors, and alerts",
  tag,
  access,
  roles: readers,
  params: idParams,
  query: insightQuery,
  success: { status: 200, body: insight },
});

export const listCustomerRecords = endpoint({
  method: "GET",
  path: "/api/admin/customers/:id/records",
  summary: "Every record about a customer, newest first",
  tag,
  access,
  roles: readers,
  params: idParams,
  query: z.omit(auditQuery, { customerId: true }),
  success: { status: 200, body: auditPage },
});

export const listCustomerAcceptances = endpoint({
  method: "GET",
  path: "/api/admin/customers/:id/acceptances",
  summary: "The versions of the legal texts that a customer accepted, the latest first",
  tag,
  access,
  roles: readers,
  params: idParams,
  query: listQuery,
  success: { status: 200, body: page(legalAcceptance) },
});

export const listCustomerNotes = endpoint({
  method: "GET",
  path: "/api/admin/customers/:id/notes",
  summary: "Operators' notes about a customer, newest first",
  tag,
  access,
  roles: readers,
  params: idParams,
  query: notePageQuery,
  success: { status: 200, body: notesPage },
});

export const addCustomerNote = endpoint({
  method: "POST",
  path: "/api/admin/customers/:id/notes",
  summary: "Add a permanent note for operators",
  tag,
  access,
  roles: writers,
  idempotencyKey: "welcome",
  params: idParams,
  body: noteBody,
  success: { status: 201, body: customerNote },
});

export const suspendCustomer = endpoint({
  method: "POST",
  path: "/api/admin/customers/:id/suspend",
  summary: "End every session of a customer and stop their payments; refunds still arrive",
  tag,
  access,
  roles: carers,
  params: idParams,
  body: suspendBody,
  success: { status: 200, body: customerProfile },
});

export const restoreCustomer = endpoint({
  method: "POST",
  path: "/api/admin/customers/:id/restore",
  summary: "Lift a customer's suspension",
  tag,
  access,
  roles: carers,
  params: idParams,
  body: restoreBody,
  success: { status: 200, body: customerProfile },
});

export const resetCustomerFactors = endpoint({
  method: "POST",
  path: "/api/admin/customers/:id/reset-factors",
  summary: "Propose a 2FA recovery; another operator decides it as a case",
  tag,
  access,
  roles: carers,
  params: idParams,
  body: resetFactorsBody,
  success: { status: 201, body: proposedReset },
  errors: ["no_factor_to_reset", "factor_reset_open"],
});

export const customersEndpoints = {
  listCustomers,
  getCustomer,
  listCustomerCards,
  listCustomerMovements,
  getCustomerMovement,
  getCustomerRisk,
  listCustomerRecords,
  listCustomerAcceptances,
  listCustomerNotes,
  addCustomerNote,
  suspendCustomer,
  restoreCustomer,
  resetCustomerFactors,
} as const;
