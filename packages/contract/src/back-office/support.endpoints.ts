import { endpoint } from "../endpoint.ts";
import { idParams } from "../fields.ts";
import { FILE_KINDS } from "../files.ts";
import {
  aboutQuery,
  conversation,
  conversationPage,
  createConversationBody,
  facts,
  listConversationsQuery,
  message,
  messagePage,
  messagesQuery,
  readBody,
  sendMessageBody,
  unreadCount,
  uploadedFile,
  voteBody,
} from "./support.schemas.ts";

const tag = "support";
const access = "session";

export const listConversations = endpoint({
  method: "GET",
  path: "/api/support/conversations",
  summary: "The customer's conversations with support, newest message first",
  tag,
  access,
  query: listConversationsQuery,
  success: { status: 200, body: conversationPage },
});

export const createConversation = endpoint({
  method: "POST",
  path: "/api/support/conversations",
  summary: "Start a conversation; its subject is attached as it is now",
  tag,
  access,
  idempotencyKey: "welcome",
  body: createConversationBody,
  success: { status: 201, body: conversation },
  errors: ["not_found", "too_many_conversations"],
});

export const getConversation = endpoint({
  method: "GET",
  path: "/api/support/conversations/:id",
  summary: "One conversation",
  tag,
  access,
  params: idParams,
  success: { status: 200, body: conversation },
});

export const listMessages = endpoint({
  method: "GET",
  path: "/api/support/conversations/:id/messages",
  summary: "Messages of a conversation, newest first",
  tag,
  access,
  params: idParams,
  query: messagesQuery,
  success: { status: 200, body: messagePage },
});

export const sendMessage = endpoint({
  method: "POST",
  path: "/api/support/conversations/:id/messages",
  summary: "Send a message in a conversation; reopens a resolved one",
  tag,
  access,
  idempotencyKey: "welcome",
  params: idParams,
  body: sendMessageBody,
  success: { status: 201, body: message },
});

export const markRead = endpoint({
  method: "POST",
  path: "/api/support/conversations/:id/read",
  summary: "Mark a conversation as read up to a message",
  tag,
  access,
  params: idParams,
  body: readBody,
  success: { status: 200, body: conversation },
});

export const resolveConversation = endpoint({
  method: "POST",
  path: "/api/support/conversations/:id/resolve",
  summary: "Resolve a conversation; the next message reopens it",
  tag,
  access,
  params: idParams,
  success: { status: 200, body: conversation },
});

export const getUnread = endpoint({
  method: "GET",
  path: "/api/support/unread",
  summary: "The number of unread support replies",
  tag,
  access,
  success: { status: 200, body: unreadCount },
});

export const getFacts = endpoint({
  method: "GET",
  path: "/api/support/facts",
  summary: "What would be attached to a conversation about a given subject",
  tag,
  access,
  query: aboutQuery,
  success: { status: 200, body: facts },
  errors: ["not_found"],
});

export const uploadAttachment = endpoint({
  method: "POST",
  path: "/api/support/attachments",
  summary: "Upload a file to attach to a message within a day",
  tag,
  access,
  file: FILE_KINDS,
  success: { status: 201, body: uploadedFile },
});

export const getAttachment = endpoint({
  method: "GET",
  path: "/api/support/attachments/:id",
  summary: "A file of one of the customer's conversations, as a download",
  tag,
  access,
  params: idParams,
  success: { status: 200, body: null },
  errors: ["file_storage_unavailable"],
});

export const voteOnArticle = endpoint({
  method: "POST",
  path: "/api/support/article-votes",
  summary: "Record whether a help center article helped; the latest vote counts",
  tag,
  access,
  body: voteBody,
  success: { status: 204, body: null },
});

export const supportEndpoints = {
  listConversations,
  createConversation,
  getConversation,
  listMessages,
  sendMessage,
  markRead,
  resolveConversation,
  getUnread,
  getFacts,
  uploadAttachment,
  getAttachment,
  voteOnArticle,
} as const;
