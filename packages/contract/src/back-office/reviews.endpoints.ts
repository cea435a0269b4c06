import { endpoint } from "../endpoint.ts";
import { idParams, listQuery } from "../fields.ts";
import { DOCUMENT_TYPES } from "../files.ts";
import {
  answerBody,
  appealBody,
  approveBody,
  askBody,
  caseDetail,
  documentQuery,
  flagAnswer,
  flagBody,
  noteBody,
  operatorCaseDetail,
  operatorReviewDetail,
  operatorReviewQuery,
  operatorReviews,
  rejectBody,
  reviewDetail,
  reviewList,
  reviewListQuery,
  reviewQueues,
} from "./reviews.schemas.ts";

const tag = "reviews";
const readers = ["support", "reviewer", "administrator", "auditor"] as const;
const deciders = ["reviewer", "administrator"] as const;

export const listReviews = endpoint({
  method: "GET",
  path: "/api/reviews",
  summary: "Held payments and cases that wait for a decision, newest first",
  tag,
  access: "session",
  query: reviewListQuery,
  success: { status: 200, body: reviewList },
});

export const getReview = endpoint({
  method: "GET",
  path: "/api/reviews/:id",
  summary: "One case: who has to act, what is missing and by when, and its history",
  tag,
  access: "session",
  params: idParams,
  success: { status: 200, body: reviewDetail },
});

export const sendDocument = endpoint({
  method: "POST",
  path: "/api/reviews/:id/documents",
  summary: "Upload a document: the bytes of a PDF, JPEG or PNG of at most 5 MB",
  tag,
  access: "session",
  file: DOCUMENT_TYPES,
  params: idParams,
  query: documentQuery,
  success: { status: 201, body: caseDetail },
  errors: ["too_many_files", "case_decided"],
});

export const answerReviewQuestion = endpoint({
  method: "POST",
  path: "/api/reviews/:id/answer",
  summary: "Answer a request for an explanation",
  tag,
  access: "session",
  params: idParams,
  body: answerBody,
  success: { status: 200, body: caseDetail },
  errors: ["case_decided"],
});

/** The case may be a withdrawal's, which only those who pay out may cancel. */
export const withdrawReview = endpoint({
  method: "POST",
  path: "/api/reviews/:id/withdraw",
  summary: "Withdraw the request; money held for it is released",
  tag,
  access: "session",
  keys: false,
  member: "pay_out",
  params: idParams,
  success: { status: 200, body: caseDetail },
  errors: ["case_decided"],
});

/** The case may be a withdrawal's, which sends money out of the program. */
export const appealReview = endpoint({
  method: "POST",
  path: "/api/reviews/:id/appeal",
  summary: "Appeal a rejection, until `appealUntil`; another operator decides",
  tag,
  access: "session",
  keys: false,
  member: "pay_out",
  params: idParams,
  body: appealBody,
  success: { status: 200, body: caseDetail },
  errors: ["case_not_appealable", "insufficient_funds", "account_suspended"],
});

export const getReviewDocument = endpoint({
  method: "GET",
  path: "/api/review-documents/:id",
  summary: "A document that the customer sent, as a download",
  tag,
  access: "session",
  member: "answer_cases",
  params: idParams,
  success: { status: 200, body: null },
  errors: ["file_storage_unavailable"],
});

export const listReviewQueues = endpoint({
  method: "GET",
  path: "/api/admin/review-queues",
  summary: "How much of each kind waits, and for how long",
  tag,
  access: "operator",
  cells: "all",
  roles: readers,
  query: listQuery,
  success: { status: 200, body: reviewQueues },
});

export const listAdminReviews = endpoint({
  method: "GET",
  path: "/api/admin/reviews",
  summary: "Cases: open ones, oldest first; closed ones, newest first",
  tag,
  access: "operator",
  cells: "all",
  roles: readers,
  query: operatorReviewQuery,
  success: { status: 200, body: operatorReviews },
});

export const getAdminReview = endpoint({
  method: "GET",
  path: "/api/admin/reviews/:id",
  summary: "One case with its facts, documents and history",
  tag,
  access: "operator",
  roles: readers,
  params: idParams,
  success: { status: 200, body: operatorReviewDetail },
});

export const assignReview = endpoint({
  method: "POST",
  path: "/api/admin/reviews/:id/assign",
  summary: "Take a case",
  tag,
  access: "operator",
  roles: deciders,
  params: idParams,
  success: { status: 200, body: operatorCaseDetail },
  errors: ["case_decided"],
});

export const unassignReview = endpoint({
  method: "POST",
  path: "/api/admin/reviews/:id/unassign",
  summary: "Return a case to the queue",
  tag,
  access: "operator",
  roles: deciders,
  params: idParams,
  success: { status: 200, body: operatorCaseDetail },
  errors: ["case_decided"],
});

export const noteReview = endpoint({
  method: "POST",
  path: "/api/admin/reviews/:id/notes",
  summary: "Add a note for operators",
  tag,
  access: "operator",
  roles: deciders,
  idempotencyKey: "welcome",
  params: idParams,
  body: noteBody,
  success: { status: 201, body: operatorCaseDetail },
});

export const askReview = endpoint({
  method: "POST",
  path: "/api/admin/reviews/:id/ask",
  summary: "Request something from the customer; the clock stops until they respond",
  tag,
  access: "operator",
  roles: deciders,
  params: idParams,
  body: askBody,
  success: { status: 200, body: operatorCaseDetail },
  errors: ["case_changed", "case_decided"],
});

export const approveCase = endpoint({
  method: "POST",
  path: "/api/admin/reviews/:id/approve",
  summary: "Approve a revision; above a threshold a second operator must approve it too",
  tag,
  access: "operator",
  roles: deciders,
  params: idParams,
  body: approveBody,
  success: { status: 200, body: operatorCaseDetail },
  errors: [
    "case_changed",
    "case_decided",
    "case_needs_another",
    "linked_by_invitation",
    "insufficient_funds",
    "account_suspended",
    "segment_out_of_stock",
    "issuer_unavailable",
    "withdrawals_on_hold",
    "withdrawal_rate_stale",
    "email_change_taken",
  ],
});

export const rejectCase = endpoint({
  method: "POST",
  path: "/api/admin/reviews/:id/reject",
  summary: "Reject a revision; the customer reads the reason",
  tag,
  access: "operator",
  roles: deciders,
  params: idParams,
  body: rejectBody,
  success: { status: 200, body: operatorCaseDetail },
  errors: ["case_changed", "case_decided", "case_needs_another"],
});

export const getAdminReviewDocument = endpoint({
  method: "GET",
  path: "/api/admin/review-documents/:id",
  summary: "A document from a customer, as a download; access is audited",
  tag,
  access: "operator",
  roles: ["reviewer", "administrator", "auditor"],
  params: idParams,
  success: { status: 200, body: null },
  errors: ["file_storage_unavailable"],
});

export const flagCustomer = endpoint({
  method: "POST",
  path: "/api/admin/review-flags",
  summary: "Start or stop reviewing everything a customer requests",
  tag,
  access: "operator",
  roles: deciders,
  body: flagBody,
  success: { status: 200, body: flagAnswer },
  errors: ["not_found"],
});

export const reviewsEndpoints = {
  listReviews,
  getReview,
  sendDocument,
  answerReviewQuestion,
  withdrawReview,
  appealReview,
  getReviewDocument,
  listReviewQueues,
  listAdminReviews,
  getAdminReview,
  assignReview,
  unassignReview,
  noteReview,
  askReview,
  approveCase,
  rejectCase,
  getAdminReviewDocument,
  flagCustomer,
} as const;
