import { endpoint } from "../endpoint.ts";
import { idParams } from "../fields.ts";
import { DOCUMENT_TYPES } from "../files.ts";
import {
  paymentNote,
  paymentNoteBody,
  paymentPapers,
  receipt,
  receiptDetail,
  receiptFactsBody,
  receiptLinkBody,
  receiptPage,
  receiptQuery,
  uploadReceiptQuery,
} from "./receipts.schemas.ts";

const tag = "receipts";
const access = "session";

const listReceipts = endpoint({
  method: "GET",
  path: "/api/receipts",
  summary: "The customer's receipts, newest first; with `state=open`, those without a payment",
  tag,
  access,
  query: receiptQuery,
  success: { status: 200, body: receiptPage },
});

/** A file that was uploaded before is not stored again: the response is the receipt it became. */
const uploadReceipt = endpoint({
  method: "POST",
  path: "/api/receipts",
  summary: "Upload a receipt: the bytes of a PDF, JPEG or PNG of at most 5 MB",
  tag,
  access,
  file: DOCUMENT_TYPES,
  query: uploadReceiptQuery,
  success: { status: 201, body: receipt },
  errors: ["file_storage_unavailable", "not_found", "too_many_receipts"],
});

const getReceipt = endpoint({
  method: "GET",
  path: "/api/receipts/:id",
  summary: "One receipt, with the payments that it may be for",
  tag,
  access,
  params: idParams,
  success: { status: 200, body: receiptDetail },
});

const getReceiptFile = endpoint({
  method: "GET",
  path: "/api/receipts/:id/file",
  summary: "A receipt's file, as a download",
  tag,
  access,
  params: idParams,
  success: { status: 200, body: null },
  errors: ["file_storage_unavailable"],
});

const setReceiptFacts = endpoint({
  method: "PUT",
  path: "/api/receipts/:id",
  summary: "State what a receipt says, so that its payment can be found",
  tag,
  access,
  params: idParams,
  body: receiptFactsBody,
  success: { status: 200, body: receiptDetail },
});

const deleteReceipt = endpoint({
  method: "DELETE",
  path: "/api/receipts/:id",
  summary: "Delete a receipt and its file",
  tag,
  access,
  params: idParams,
  success: { status: 204, body: null },
});

const attachReceipt = endpoint({
  method: "POST",
  path: "/api/receipts/:id/attach",
  summary: "Attach a receipt to a payment; attaching it again changes nothing",
  tag,
  access,
  params: idParams,
  body: receiptLinkBody,
  success: { status: 200, body: receipt },
  errors: ["too_many_receipts"],
});

const detachReceipt = endpoint({
  method: "POST",
  path: "/api/receipts/:id/detach",
  summary: "Detach a receipt from a payment; the receipt stays",
  tag,
  access,
  params: idParams,
  body: receiptLinkBody,
  success: { status: 200, body: receipt },
});

const getPaymentPapers = endpoint({
  method: "GET",
  path: "/api/transactions/:id/papers",
  summary: "A payment's receipts, and the note about it",
  tag,
  access,
  params: idParams,
  success: { status: 200, body: paymentPapers },
});

const setPaymentNote = endpoint({
  method: "PUT",
  path: "/api/transactions/:id/note",
  summary: "Note a payment's purpose, project and tax code",
  tag,
  access,
  params: idParams,
  body: paymentNoteBody,
  success: { status: 200, body: paymentNote },
  errors: ["payment_note_changed"],
});

export const receiptsEndpoints = {
  listReceipts,
  uploadReceipt,
  getReceipt,
  getReceiptFile,
  setReceiptFacts,
  attachReceipt,
  detachReceipt,
  deleteReceipt,
  getPaymentPapers,
  setPaymentNote,
} as const;
