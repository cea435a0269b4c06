import { createFileVault } from "../../../adapters/files/index.ts";

/** Seals the files of messages. */
export const attachmentVault = createFileVault("support-attachment", "attachments");
