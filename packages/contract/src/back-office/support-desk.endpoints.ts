import { endpoint } from "../endpoint.ts";
import { idParams, listQuery } from "../fields.ts";
import { FILE_KINDS } from "../files.ts";
import { messagesQuery, readBody, uploadedFile } from "./support.schemas.ts";
import {
  articleVotes,
  assignBody,
  cannedAnswer,
  cannedAnswers,
  changeAnswerBody,
  createAnswerBody,
  deskConversationDetail,
  deskConversationPage,
  deskCounts,
  deskMessage,
  deskMessagePage,
  deskPeople,
  deskQuery,
  deskReplyBody,
  deskStatusBody,
  noteBody,
  priorityBody,
} from "./support-desk.schemas.ts";

const tag = "support";
const access = "operator";
const acting = ["support", "administrator"] as const;
const reading = ["support", "administrator", "auditor"] as const;

export const listDeskConversations = endpoint({
  method: "GET",
  path: "/api/admin/support/conversations",
  summary: "Conversations of all customers, the most urgent first",
  tag,
  access,
  cells: "all",
  roles: reading,
  query: deskQuery,
  success: { status: 200, body: deskConversationPage },
});

export const getDeskConversation = endpoint({
  method: "GET",
  path: "/api/admin/support/conversations/:id",
  summary: "A conversation, with its subject as it was then and as it is now",
  tag,
  access,
  roles: reading,
  params: idParams,
  success: { status: 200, body: deskConversationDetail },
});

export const listDeskMessages = endpoint({
  method: "GET",
  path: "/api/admin/support/conversations/:id/messages",
  summary: "Messages and notes of a conversation, newest first",
  tag,
  access,
  roles: reading,
  params: idParams,
  query: messagesQuery,
  success: { status: 200, body: deskMessagePage },
});

export const replyToCustomer = endpoint({
  method: "POST",
  path: "/api/admin/support/conversations/:id/messages",
  summary: "Answer a customer",
  tag,
  access,
  roles: acting,
  idempotencyKey: "welcome",
  params: idParams,
  body: deskReplyBody,
  success: { status: 201, body: deskMessage },
});

export const addNote = endpoint({
  method: "POST",
  path: "/api/admin/support/conversations/:id/notes",
  summary: "Add an internal note, never shown to the customer",
  tag,
  access,
  roles: acting,
  idempotencyKey: "welcome",
  params: idParams,
  body: noteBody,
  success: { status: 201, body: deskMessage },
});

export const markDeskRead = endpoint({
  method: "POST",
  path: "/api/admin/support/conversations/:id/read",
  summary: "Mark a conversation as read by operators up to a message",
  tag,
  access,
  roles: acting,
  params: idParams,
  body: readBody,
  success: { status: 204, body: null },
});

export const assignConversation = endpoint({
  method: "PUT",
  path: "/api/admin/support/conversations/:id/assignee",
  summary: "Assign a conversation to an operator, or to nobody",
  tag,
  access,
  roles: acting,
  params: idParams,
  body: assignBody,
  success: { status: 200, body: deskConversationDetail },
});

export const setDeskStatus = endpoint({
  method: "PUT",
  path: "/api/admin/support/conversations/:id/status",
  summary: "Set a conversation to open, pending, snoozed until a time, or resolved",
  tag,
  access,
  roles: acting,
  params: idParams,
  body: deskStatusBody,
  success: { status: 200, body: deskConversationDetail },
});

export const setPriority = endpoint({
  method: "PUT",
  path: "/api/admin/support/conversations/:id/priority",
  summary: "Set a conversation's priority",
  tag,
  access,
  roles: acting,
  params: idParams,
  body: priorityBody,
  success: { status: 200, body: deskConversationDetail },
});

export const getDeskCounts = endpoint({
  method: "GET",
  path: "/api/admin/support/counts",
  summary: "What waits in the inbox",
  tag,
  access,
  cells: "all",
  roles: reading,
  success: { status: 200, body: deskCounts },
});

export const listDeskPeople = endpoint({
  method: "GET",
  path: "/api/admin/support/people",
  summary: "Operators to whom conversations can be assigned",
  tag,
  access,
  roles: reading,
  query: listQuery,
  success: { status: 200, body: deskPeople },
});

export const uploadDeskAttachment = endpoint({
  method: "POST",
  path: "/api/admin/support/attachments",
  summary: "Upload a file to attach to a reply within a day",
  tag,
  access,
  roles: acting,
  file: FILE_KINDS,
  success: { status: 201, body: uploadedFile },
});

export const getDeskAttachment = endpoint({
  method: "GET",
  path: "/api/admin/support/attachments/:id",
  summary: "A file of any conversation, as a download",
  tag,
  access,
  roles: reading,
  params: idParams,
  success: { status: 200, body: null },
  errors: ["file_storage_unavailable"],
});

export const listCannedAnswers = endpoint({
  method: "GET",
  path: "/api/admin/support/canned-answers",
  summary: "Saved replies, by name",
  tag,
  access,
  cells: "program",
  roles: reading,
  query: listQuery,
  success: { status: 200, body: cannedAnswers },
});

export const createCannedAnswer = endpoint({
  method: "POST",
  path: "/api/admin/support/canned-answers",
  summary: "Create a saved reply",
  tag,
  access,
  cells: "program",
  roles: acting,
  idempotencyKey: "welcome",
  body: createAnswerBody,
  success: { status: 201, body: cannedAnswer },
  errors: ["too_many_answers", "answer_name_taken"],
});

export const changeCannedAnswer = endpoint({
  method: "PUT",
  path: "/api/admin/support/canned-answers/:id",
  summary: "Replace a saved reply; refused if it was changed since",
  tag,
  access,
  cells: "program",
  roles: acting,
  params: idParams,
  body: changeAnswerBody,
  success: { status: 200, body: cannedAnswer },
  errors: ["answer_changed", "answer_name_taken"],
});

export const deleteCannedAnswer = endpoint({
  method: "DELETE",
  path: "/api/admin/support/canned-answers/:id",
  summary: "Delete a saved reply",
  tag,
  access,
  cells: "program",
  roles: acting,
  params: idParams,
  success: { status: 204, body: null },
});

export const listArticleVotes = endpoint({
  method: "GET",
  path: "/api/admin/support/article-votes",
  summary: "How often each help center article helped",
  tag,
  access,
  roles: reading,
  query: listQuery,
  success: { status: 200, body: articleVotes },
});

export const supportDeskEndpoints = {
  listDeskConversations,
  getDeskConversation,
  listDeskMessages,
  replyToCustomer,
  addNote,
  markDeskRead,
  assignConversation,
  setDeskStatus,
  setPriority,
  getDeskCounts,
  listDeskPeople,
  uploadDeskAttachment,
  getDeskAttachment,
  listCannedAnswers,
  createCannedAnswer,
  changeCannedAnswer,
  deleteCannedAnswer,
  listArticleVotes,
} as const;
