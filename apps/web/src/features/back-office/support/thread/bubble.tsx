import { Trans, useLingui } from "@lingui/react/macro";
import type { Attachment } from "@tessera/contract/back-office/support.schemas";
import { Check, CheckCheck, CircleAlert, LoaderCircle } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "../../../../ui/form/button.tsx";
import { classNames } from "../../../../ui/style/class-names.ts";
import { DateText } from "../../../../ui/text/date-text.tsx";
import { FileChip } from "./file-chip.tsx";
import { type Deliver, type Outgoing, sendAgain, takeBack } from "./outbox.ts";
import styles from "./thread.module.css";

/** A message as displayed to either side. */
export interface ShownMessage {
  readonly id: string;
  readonly from: "customer" | "support";
  readonly text: string;
  readonly attachments: readonly Attachment[];
  readonly seen: boolean;
  readonly at: string;
  readonly kind?: "message" | "note";
  /** Name of the author, if it is displayed. */
  readonly by?: string;
}

interface BubbleProps {
  readonly message: ShownMessage;
  readonly mine: boolean;
  readonly onSave: (attachment: Attachment) => Promise<void>;
}

function Files({ message, onSave }: Pick<BubbleProps, "message" | "onSave">) {
  return message.attachments.length === 0 ? null : (
    <div className={styles.files}>
      {message.attachments.map((attachment) => (
        <FileChip key={attachment.id} attachment={attachment} onSave={onSave} />
      ))}
    </div>
  );
}

function Foot({ children }: { readonly children: ReactNode }) {
  return (
    <span className="mt-1 inline-flex flex-wrap items-center gap-1.5 text-micro text-ink-3">
      {children}
    </span>
  );
}

/** Shows whether the other side has read the message. */
function Delivery({ seen }: { readonly seen: boolean }) {
  const { t } = useLingui();
  const Icon = seen ? CheckCheck : Check;
  return (
    <span className="inline-flex items-center gap-1">
      <Icon aria-hidden="true" size={14} strokeWidth={2} />
      {seen ? t`Read` : t`Delivered`}
    </span>
  );
}

/** Renders one message with its author, time and read status. */
export function Bubble({ message, mine, onSave }: BubbleProps) {
  const { t } = useLingui();
  const isNote = message.kind === "note";
  const who = message.by ?? (mine ? t`You` : t`Tessera support`);
  return (
    <li
      className={classNames(styles.turn, mine && !isNote && styles.mine, isNote && styles.note)}
      data-message={message.id}
    >
      <span className="sr-only">{isNote ? t`Note by ${who}` : who}</span>
      {message.text !== "" && <div className={styles.bubble}>{message.text}</div>}
      <Files message={message} onSave={onSave} />
      <Foot>
        {isNote && <Trans>Note, for support staff only</Trans>}
        {message.by !== undefined && <span aria-hidden="true">{message.by}</span>}
        <DateText at={message.at} format="time" />
        {mine && !isNote && <Delivery seen={message.seen} />}
      </Foot>
    </li>
  );
}

interface OutgoingBubbleProps {
  readonly place: string;
  readonly message: Outgoing;
  readonly deliver: Deliver;
}

/** Renders a message that is being sent, or a failed message with the available actions. */
export function OutgoingBubble({ place, message, deliver }: OutgoingBubbleProps) {
  const { t } = useLingui();
  const { key, text, attachments, state, error } = message;
  return (
    <li
      className={classNames(
        styles.turn,
        styles.mine,
        state === "sending" ? styles.waiting : styles.refused,
      )}
    >
      <span className="sr-only">{t`You`}</span>
      {text !== "" && <div className={styles.bubble}>{text}</div>}
      {attachments.length > 0 && (
        <span className="mt-1 text-micro text-ink-3">
          {attachments.map(({ name }) => name).join(", ")}
        </span>
      )}
      {state === "sending" ? (
        <Foot>
          <LoaderCircle aria-hidden="true" size={14} strokeWidth={2} className="spinning" />
          <Trans>Sending</Trans>
        </Foot>
      ) : (
        <div role="alert" className="mt-1 flex flex-wrap items-center justify-end gap-2">
          <span className="inline-flex items-center gap-1.5 text-small text-negative">
            <CircleAlert aria-hidden="true" size={16} strokeWidth={2} className="flex-none" />
            {state === "unknown"
              ? t`No response. You can safely retry: it’s sent only once.`
              : error}
          </span>
          {state === "unknown" ? (
            <Button size="md" onClick={() => void sendAgain(place, key, deliver)}>
              <Trans>Try again</Trans>
            </Button>
          ) : (
            <Button size="md" onClick={() => takeBack(place, key)}>
              <Trans>Edit</Trans>
            </Button>
          )}
        </div>
      )}
    </li>
  );
}
