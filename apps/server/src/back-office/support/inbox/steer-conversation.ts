import {
  type DeskStatus,
  PRIORITIES,
  type Priority,
} from "@tessera/contract/back-office/support-desk.schemas";
import type { FieldCode } from "@tessera/contract/fields";
import { type AppContext, inTransaction, type Tx } from "../../../platform/context.ts";
import { Refusal } from "../../../platform/http/refusal.ts";
import { parseId } from "../../../platform/ids.ts";
import { lockConversation, updateConversation } from "../conversations.repository.ts";
import type { ConversationRow } from "../support.tables.ts";
import { tellBothSides } from "../tell-both-sides.ts";
import { findDeskPerson } from "./people.repository.ts";
import { type DeskActor, recordAct } from "./record-act.ts";

const YEAR_MS = 366 * 86_400_000;

interface Steering {
  readonly actor: DeskActor;
  /** UUID; undefined if the requested id is not valid. */
  readonly conversationId: string | undefined;
}

interface Step {
  readonly action: string;
  readonly changes: Parameters<typeof updateConversation>[2];
  /** The values of the changed fields before the change, as recorded in the audit event. */
  readonly before: Readonly<Record<string, unknown>>;
  readonly after: Readonly<Record<string, unknown>>;
}

/**
 * Applies an operator's action to a conversation. Does nothing if the action would change nothing.
 */
async function steer(
  context: AppContext,
  { actor, conversationId: id }: Steering,
  stepOf: (tx: Tx, conversation: ConversationRow) => Promise<Step | undefined>,
): Promise<void> {
  const changed = await inTransaction(context.db, async (tx) => {
    const conversation = id === undefined ? undefined : await lockConversation(tx, id);
    if (conversation === undefined) {
      throw new Refusal("not_found");
    }
    const step = await stepOf(tx, conversation);
    if (step === undefined) {
      return undefined;
    }
    await updateConversation(tx, conversation.id, step.changes);
    const { id: object, customer_id: customerId } = conversation;
    const { action, before, after } = step;
    await recordAct(context, tx, actor, { action, customerId, object, data: { before, after } });
    return { id: object, customerId };
  });
  if (changed !== undefined) {
    await tellBothSides(context, changed);
  }
}

function refused(path: string, code: FieldCode): Refusal {
  return new Refusal("invalid_input", { fields: [{ path, code }] });
}

/**
 * Assigns a conversation to an operator, or unassigns it.
 *
 * @param assigneeId wire id; null to unassign the conversation
 * @throws Refusal `not_found`; `invalid_input` for a person who does not answer customers
 */
export async function assignConversation(
  context: AppContext,
  { assigneeId, ...steering }: Steering & { readonly assigneeId: string | null },
): Promise<void> {
  await steer(context, steering, async (tx, conversation) => {
    const wanted = assigneeId === null ? null : (parseId("usr", assigneeId) ?? "");
    if (wanted !== null && (await findDeskPerson(tx, wanted)) === undefined) {
      throw refused("assigneeId", "unknown_id");
    }
    return wanted === conversation.assignee_id
      ? undefined
      : {
          action: "support.assign",
          changes: { assignee_id: wanted },
          before: { assignee: conversation.assignee_id },
          after: { assignee: wanted },
        };
  });
}

/** Returns when a snoozed conversation reopens. Returns null for every other status. */
function wakeTime(status: DeskStatus, until: string | undefined, now: Date): Date | null {
  if (status !== "snoozed") {
    if (until !== undefined) {
      throw refused("until", "not_allowed");
    }
    return null;
  }
  if (until === undefined) {
    throw refused("until", "required");
  }
  const at = new Date(until);
  if (at <= now || at.getTime() - now.getTime() > YEAR_MS) {
    throw refused("until", "out_of_range");
  }
  return at;
}

/**
 * Sets a conversation's status to open, waiting, resolved, or snoozed until a given time.
 *
 * @throws Refusal `not_found`; `invalid_input` for a time that is missing, in the past, or too far
 * in the future
 */
export async function setDeskStatus(
  context: AppContext,
  input: Steering & { readonly status: DeskStatus; readonly until: string | undefined },
): Promise<void> {
  const { status, until, ...steering } = input;
  await steer(context, steering, async (_tx, conversation) => {
    const now = context.clock.now();
    const snoozedUntil = wakeTime(status, until, now);
    const isSame =
      status === conversation.status &&
      snoozedUntil?.getTime() === conversation.snoozed_until?.getTime();
    return isSame
      ? undefined
      : {
          action: "support.status",
          changes: {
            ...{ status, snoozed_until: snoozedUntil },
            resolved_at: status === "resolved" ? now : null,
          },
          before: { status: conversation.status },
          after: { status, ...(snoozedUntil !== null && { until: snoozedUntil.toISOString() }) },
        };
  });
}

/**
 * Sets a conversation's priority.
 *
 * @throws Refusal `not_found`
 */
export async function setPriority(
  context: AppContext,
  { priority, ...steering }: Steering & { readonly priority: Priority },
): Promise<void> {
  await steer(context, steering, async (_tx, conversation) => {
    const rank = PRIORITIES.indexOf(priority);
    return rank === conversation.priority
      ? undefined
      : {
          action: "support.priority",
          changes: { priority: rank },
          before: { priority: PRIORITIES[conversation.priority] },
          after: { priority },
        };
  });
}
