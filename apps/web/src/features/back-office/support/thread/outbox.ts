import type { Attachment, SendMessage } from "@tessera/contract/back-office/support.schemas";
import { v4 as randomId } from "uuid";
import { messageOf } from "../../../../lib/api/api-error.ts";
import { createPendingKey } from "../../../../lib/api/pending-key.ts";
import { isOutcomeUnknown, tryUntilKnown } from "../../../../lib/api/try-until-known.ts";
import { sessionStore } from "../../../../lib/session/session-store.ts";
import { createStore, useStore } from "../../../../lib/session/store.ts";

/** A file that is being uploaded or has been uploaded. */
export interface OutgoingFile {
  readonly key: string;
  readonly name: string;
  readonly bytes: number;
  /** Upload progress, from 0 to 1. */
  readonly share: number;
  /** The server's record of the file; undefined until it is uploaded. */
  readonly sent: Attachment | undefined;
  readonly error: string | undefined;
}

/** A message that has been sent but does not yet appear in the conversation. */
export interface Outgoing {
  /** The idempotency key, which is the same for every attempt. */
  readonly key: string;
  readonly text: string;
  readonly attachments: readonly Attachment[];
  readonly at: string;
  /** `unknown` means that no response was received, so only a retry can determine the outcome. */
  readonly state: "sending" | "unknown" | "refused";
  readonly error: string | undefined;
}

/** The draft, its files and the outgoing messages for one conversation or form. */
export interface Outbox {
  readonly text: string;
  readonly files: readonly OutgoingFile[];
  readonly outgoing: readonly Outgoing[];
}

const EMPTY: Outbox = { text: "", files: [], outgoing: [] };

/** All outboxes by key. Kept only in memory, because drafts are private. */
const boxes = createStore<Readonly<Record<string, Outbox>>>({});

let writer = sessionStore.get().user?.username;
sessionStore.subscribe(() => {
  const next = sessionStore.get().user?.username;
  // Drafts are cleared when another user signs in.
  if (next !== undefined && next !== writer) {
    writer = next;
    boxes.set({});
  }
});

export function outboxOf(place: string): Outbox {
  return boxes.get()[place] ?? EMPTY;
}

export function useOutbox(place: string): Outbox {
  return useStore(boxes)[place] ?? EMPTY;
}

function change(place: string, changes: (box: Outbox) => Partial<Outbox>): void {
  const box = outboxOf(place);
  boxes.set({ ...boxes.get(), [place]: { ...box, ...changes(box) } });
}

export function writeDraft(place: string, text: string): void {
  change(place, () => ({ text }));
}

/** Clears a draft after it has been sent. */
export function emptyDraft(place: string): void {
  change(place, () => ({ text: "", files: [] }));
}

export type UploadFile = (
  file: Blob,
  onProgress: (share: number) => void,
  signal: AbortSignal,
) => Promise<{ readonly id: string; readonly kind: Attachment["kind"]; readonly bytes: number }>;

const uploads = new Map<string, AbortController>();

function changeFile(place: string, key: string, changes: Partial<OutgoingFile>): void {
  change(place, ({ files }) => ({
    files: files.map((one) => (one.key === key ? { ...one, ...changes } : one)),
  }));
}

/** Starts uploading a file for the next message. */
export async function attach(place: string, file: File, upload: UploadFile): Promise<void> {
  const key = randomId();
  const { name, size: bytes } = file;
  const controller = new AbortController();
  uploads.set(key, controller);
  const entry = { key, name, bytes, share: 0, sent: undefined, error: undefined };
  change(place, ({ files }) => ({ files: [...files, entry] }));
  try {
    const onProgress = (share: number) => changeFile(place, key, { share });
    const { id, kind } = await upload(file, onProgress, controller.signal);
    changeFile(place, key, { share: 1, sent: { id, name, kind, bytes } });
  } catch (error) {
    changeFile(place, key, { error: messageOf(error, name) });
  } finally {
    uploads.delete(key);
  }
}

/** Removes a file from the next message. */
export function detach(place: string, key: string): void {
  uploads.get(key)?.abort();
  change(place, ({ files }) => ({ files: files.filter((one) => one.key !== key) }));
}

/** Returns the uploaded files of the next message. */
export function attachmentsOf({ files }: Outbox): Attachment[] {
  return files.flatMap(({ sent }) => (sent === undefined ? [] : [sent]));
}

export type Deliver = (body: SendMessage, idempotencyKey: string) => Promise<unknown>;

function changeOutgoing(place: string, key: string, changes: Partial<Outgoing>): void {
  change(place, ({ outgoing }) => ({
    outgoing: outgoing.map((one) => (one.key === key ? { ...one, ...changes } : one)),
  }));
}

function drop(place: string, key: string): void {
  change(place, ({ outgoing }) => ({ outgoing: outgoing.filter((one) => one.key !== key) }));
}

/** Sends the draft. Text typed after that belongs to the next message. */
export async function sendDraft(place: string, deliver: Deliver): Promise<void> {
  const box = outboxOf(place);
  const message: Outgoing = {
    key: randomId(),
    text: box.text,
    attachments: attachmentsOf(box),
    at: new Date().toISOString(),
    state: "sending",
    error: undefined,
  };
  change(place, ({ outgoing }) => ({ text: "", files: [], outgoing: [...outgoing, message] }));
  await deliverOne(place, message, deliver);
}

/** Retries a message with its original key, so that it arrives at most once. */
export async function sendAgain(place: string, key: string, deliver: Deliver): Promise<void> {
  const message = outboxOf(place).outgoing.find((one) => one.key === key);
  if (message !== undefined && message.state !== "sending") {
    changeOutgoing(place, key, { state: "sending", error: undefined });
    await deliverOne(place, message, deliver);
  }
}

/** Moves a rejected message back into the draft, ahead of the current text. */
export function takeBack(place: string, key: string): void {
  const message = outboxOf(place).outgoing.find((one) => one.key === key);
  if (message === undefined) {
    return;
  }
  drop(place, key);
  const files = message.attachments.map((sent) => ({
    ...{ key: sent.id, name: sent.name, bytes: sent.bytes, share: 1, error: undefined },
    sent,
  }));
  change(place, (box) => ({
    text: box.text === "" ? message.text : `${message.text}\n\n${box.text}`,
    files: [...files, ...box.files],
  }));
}

async function deliverOne(place: string, message: Outgoing, deliver: Deliver): Promise<void> {
  const { key, text, attachments } = message;
  const body = {
    text,
    ...(attachments.length > 0 && {
      attachments: attachments.map(({ id, name }) => ({ id, name })),
    }),
  };
  try {
    await tryUntilKnown(
      createPendingKey(() => key),
      (sameKey) => deliver(body, sameKey),
    );
    drop(place, key);
  } catch (error) {
    changeOutgoing(place, key, {
      state: isOutcomeUnknown(error) ? "unknown" : "refused",
      error: messageOf(error, ""),
    });
  }
}
