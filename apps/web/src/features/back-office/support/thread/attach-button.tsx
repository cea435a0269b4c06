import { useLingui } from "@lingui/react/macro";
import { MAX_ATTACHMENTS } from "@tessera/contract/back-office/support.schemas";
import { FILE_KINDS, MAX_FILE_BYTES } from "@tessera/contract/files";
import { Paperclip } from "lucide-react";
import { useRef } from "react";
import { IconButton } from "../../../../ui/form/icon-button.tsx";
import { showToast } from "../../../../ui/overlay/toast-store.ts";
import { attach, outboxOf, type UploadFile } from "./outbox.ts";

interface AttachButtonProps {
  readonly place: string;
  readonly upload: UploadFile;
}

/** Attaches files: immediately reports those that are not accepted, and uploads the rest. */
export function AttachButton({ place, upload }: AttachButtonProps) {
  const { t } = useLingui();
  const input = useRef<HTMLInputElement>(null);
  const take = (chosen: readonly File[]) => {
    const room = MAX_ATTACHMENTS - outboxOf(place).files.length;
    const [small, large] = [
      chosen.filter(({ size }) => size <= MAX_FILE_BYTES),
      chosen.filter(({ size }) => size > MAX_FILE_BYTES),
    ];
    const [tooLarge] = large;
    if (tooLarge !== undefined) {
      showToast({ tone: "failure", text: t`${tooLarge.name} is larger than 5 MB.` });
    } else if (small.length > room) {
      showToast({ tone: "failure", text: t`A message can have up to 5 files.` });
    }
    for (const file of small.slice(0, Math.max(0, room))) {
      void attach(place, file, upload);
    }
  };
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        tabIndex={-1}
        aria-hidden="true"
        accept={[...FILE_KINDS, ".pdf", ".jpg", ".jpeg", ".png", ".txt"].join(",")}
        className="sr-only"
        data-files={place}
        onChange={({ target }) => {
          take([...(target.files ?? [])]);
          // Clears the input so that the same file can be chosen again.
          target.value = "";
        }}
      />
      <IconButton label={t`Attach files`} onClick={() => input.current?.click()}>
        <Paperclip aria-hidden="true" size={20} strokeWidth={1.75} />
      </IconButton>
    </>
  );
}
