import * as z from "zod/mini";
import { endpoint } from "../endpoint.ts";
import { idParams } from "../fields.ts";
import { movementDetail, movementPage, movementQuery } from "./bills.schemas.ts";

const tag = "bills";
const access = "session";

export const listTransactions = endpoint({
  method: "GET",
  path: "/api/transactions",
  summary: "What happened on the customer's cards, newest first",
  tag,
  access,
  query: movementQuery,
  success: { status: 200, body: movementPage },
});

export const getTransaction = endpoint({
  method: "GET",
  path: "/api/transactions/:id",
  summary: "One movement with its timeline",
  tag,
  access,
  params: idParams,
  success: { status: 200, body: movementDetail },
});

export const listBills = endpoint({
  method: "GET",
  path: "/api/bills",
  summary: "Every movement of the customer's money, newest first",
  tag,
  access,
  query: movementQuery,
  success: { status: 200, body: movementPage },
});

export const listCardTransactions = endpoint({
  method: "GET",
  path: "/api/cards/:id/transactions",
  summary: "A card's movements, newest first",
  tag: "cards",
  access,
  params: idParams,
  query: z.omit(movementQuery, { cardId: true }),
  success: { status: 200, body: movementPage },
});

export const billsEndpoints = {
  listTransactions,
  getTransaction,
  listBills,
  listCardTransactions,
} as const;
