import { Trans, useLingui } from "@lingui/react/macro";
import { MAX_MESSAGE_LENGTH } from "@tessera/contract/back-office/support.schemas";
import { SendHorizontal } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useId } from "react";
import { classNames } from "../../../../ui/style/class-names.ts";
import { AttachButton } from "./attach-button.tsx";
import { OutgoingFileChip } from "./file-chip.tsx";
import {
  attachmentsOf,
  type Deliver,
  detach,
  sendDraft,
  type UploadFile,
  useOutbox,
  writeDraft,
} from "./outbox.ts";
import styles from "./thread.module.css";

export interface ComposerProps {
  /** Key of the draft. */
  readonly place: string;
  readonly label: string;
  readonly deliver: Deliver;
  /** Uploads a file. If absent, files cannot be attached. */
  readonly upload?: UploadFile | undefined;
  /** Content shown above the input, such as other ways to write the message. */
  readonly above?: ReactNode;
  readonly overNav?: boolean | undefined;
}

/** The character count appears when fewer than this many characters remain. */
const NEAR_END = 400;

/**
 * Renders the input for the next message. Enter inserts a line break; Ctrl+Enter or ⌘+Enter sends.
 */
export function Composer({ place, label, deliver, upload, above, overNav }: ComposerProps) {
  const { t } = useLingui();
  const noteId = useId();
  const box = useOutbox(place);
  const over = box.text.length - MAX_MESSAGE_LENGTH;
  const isUnderWay = box.files.some(({ sent, error }) => sent === undefined && error === undefined);
  const hasContent = box.text.trim() !== "" || attachmentsOf(box).length > 0;
  const canSend = hasContent && over <= 0 && !isUnderWay;
  const send = () => {
    if (canSend) {
      void sendDraft(place, deliver);
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      send();
    }
  };
  return (
    <form
      className={classNames(styles.composer, overNav && styles.overNav)}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      {above}
      {box.files.length > 0 && (
        <div className={styles.above}>
          {box.files.map((file) => (
            <OutgoingFileChip key={file.key} file={file} onRemove={() => detach(place, file.key)} />
          ))}
        </div>
      )}
      <div className={styles.box}>
        {upload !== undefined && <AttachButton place={place} upload={upload} />}
        <textarea
          className={styles.text}
          rows={1}
          aria-label={label}
          placeholder={label}
          aria-invalid={over > 0 || undefined}
          aria-describedby={noteId}
          value={box.text}
          onChange={({ target }) => writeDraft(place, target.value)}
          onKeyDown={onKeyDown}
        />
        <button type="submit" className={styles.send} aria-label={t`Send`} disabled={!canSend}>
          <SendHorizontal aria-hidden="true" size={20} strokeWidth={1.75} />
        </button>
      </div>
      <p id={noteId} role="status" className="text-micro text-ink-3">
        {over > 0 && (
          <span className="text-negative">
            <Trans>{over} characters too many. Send the rest in another message.</Trans>
          </span>
        )}
        {over <= 0 && over > -NEAR_END && <Trans>{-over} characters left</Trans>}
      </p>
    </form>
  );
}
