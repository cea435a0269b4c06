import type { DeskMessage } from "@tessera/contract/back-office/support-desk.schemas";
import type { AppContext } from "../../platform/context.ts";
import { updateConversation } from "./conversations.repository.ts";
import { tellDesk } from "./tell-both-sides.ts";
import { type DeskWriting, writeAtDesk } from "./write-at-desk.ts";

/**
 * Adds a note that only operators can read.
 *
 * @throws Refusal `not_found`, `invalid_input`, `idempotency_mismatch`
 */
export async function addNote(
  context: AppContext,
  { text, ...writing }: DeskWriting & { readonly text: string },
): Promise<DeskMessage> {
  const words = { kind: "note", text, attachments: [] } as const;
  const { message, id } = await writeAtDesk(context, writing, words, (tx, { id: of }, { seq }) =>
    updateConversation(tx, of, { last_seq: seq }),
  );
  await tellDesk(context, { id });
  return message;
}
