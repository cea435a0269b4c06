export { openAttachment } from "./attachments/attachments.ts";
export { createConversation } from "./create-conversation.ts";
export { resolveConversation } from "./inbox/resolve-conversation.ts";
export { markRead } from "./mark-read.ts";
export { replyToCustomer } from "./reply-to-customer.ts";
export { sendMessage } from "./send-message.ts";
