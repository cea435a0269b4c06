import { useLingui } from "@lingui/react/macro";
import type { Attachment } from "@tessera/contract/back-office/support.schemas";
import { CircleAlert, FileText, Image, X } from "lucide-react";
import { useState } from "react";
import { messageOf } from "../../../../lib/api/api-error.ts";
import { IconButton } from "../../../../ui/form/icon-button.tsx";
import { showToast } from "../../../../ui/overlay/toast-store.ts";
import { fileSize } from "./file-size.ts";
import type { OutgoingFile } from "./outbox.ts";
import styles from "./thread.module.css";

const ICON = { "aria-hidden": true, size: 18, strokeWidth: 1.75 } as const;

/**
 * Renders a file in a message. Pressing it downloads the file, which is never displayed as a page.
 */
export function FileChip({
  attachment,
  onSave,
}: {
  readonly attachment: Attachment;
  readonly onSave: (attachment: Attachment) => Promise<void>;
}) {
  const { t } = useLingui();
  const [saving, setSaving] = useState(false);
  const { name, kind, bytes } = attachment;
  const Icon = kind.startsWith("image/") ? Image : FileText;
  const save = async () => {
    setSaving(true);
    try {
      await onSave(attachment);
    } catch (error) {
      const text = messageOf(error, t`The file couldn’t be downloaded. Try again.`);
      showToast({ tone: "failure", text });
    } finally {
      setSaving(false);
    }
  };
  return (
    <button
      type="button"
      className={styles.file}
      aria-busy={saving || undefined}
      onClick={() => {
        if (!saving) {
          void save();
        }
      }}
    >
      <Icon {...ICON} className="flex-none" />
      <span className={styles.name}>
        <span className="sr-only">{t`Save`} </span>
        <span className="block text-small font-medium">{name}</span>
        <span className="block text-micro text-ink-3">{fileSize(bytes)}</span>
      </span>
    </button>
  );
}

/** Renders a file attached to the next message, with its upload progress. */
export function OutgoingFileChip({
  file,
  onRemove,
}: {
  readonly file: OutgoingFile;
  readonly onRemove: () => void;
}) {
  const { t } = useLingui();
  const { name, bytes, share, sent, error } = file;
  const percent = Math.round(share * 100);
  return (
    <span className={`${styles.file} pr-1`}>
      {error === undefined ? (
        <FileText {...ICON} className="flex-none" />
      ) : (
        <CircleAlert {...ICON} className="flex-none text-negative" />
      )}
      <span className={styles.name}>
        <span className="block text-small font-medium">{name}</span>
        {error !== undefined && (
          <span role="alert" className="block text-micro text-negative">
            {error}
          </span>
        )}
        {error === undefined && sent === undefined && (
          <span
            role="progressbar"
            aria-label={t`Sending ${name}`}
            aria-valuenow={percent}
            aria-valuemin={0}
            aria-valuemax={100}
            className={`${styles.progress} mt-1 block`}
          >
            <span style={{ width: `${percent}%` }} />
          </span>
        )}
        {sent !== undefined && (
          <span className="block text-micro text-ink-3">{fileSize(bytes)}</span>
        )}
      </span>
      <IconButton label={t`Remove ${name}`} onClick={onRemove}>
        <X aria-hidden="true" size={18} strokeWidth={1.75} />
      </IconButton>
    </span>
  );
}
