import { Dialog } from "@base-ui/react/dialog";
import { Trans, useLingui } from "@lingui/react/macro";
import type { Announcement } from "@tessera/contract/back-office/announcements.schemas";
import { ChevronLeft, X } from "lucide-react";
import { useState } from "react";
import { useBackCloses } from "../../../lib/navigation/use-back-closes.ts";
import type { Theme } from "../../../lib/theme.ts";
import { Button } from "../../../ui/form/button.tsx";
import { Checkbox } from "../../../ui/form/checkbox.tsx";
import { IconButton, iconButtonClass } from "../../../ui/form/icon-button.tsx";
import { AnnouncementContent } from "./announcement-content.tsx";
import { AnnouncementType } from "./announcement-type.tsx";

interface AnnouncementDialogProps {
  readonly announcements: readonly Announcement[];
  readonly open: boolean;
  /** @param hideForADay true if the user chose not to see announcements for 24 hours */
  readonly onClose: (hideForADay?: boolean) => void;
  /** The theme for previews; absent to use the page's theme. */
  readonly theme?: Theme | undefined;
}

interface PagerProps {
  readonly count: number;
  readonly at: number;
  readonly onMove: (to: number) => void;
}

function Dots({ count, at, onMove }: PagerProps) {
  const { t } = useLingui();
  return Array.from({ length: count }, (_, index) => (
    <button
      // biome-ignore lint/suspicious/noArrayIndexKey: a dot is identified by its position
      key={index}
      type="button"
      aria-label={t`Go to announcement ${index + 1} of ${count}`}
      aria-current={index === at ? "true" : undefined}
      onClick={() => onMove(index)}
      className="group grid h-11 w-11 flex-none place-items-center rounded-small"
    >
      <span
        aria-hidden="true"
        className="h-2 w-5 rounded-tile bg-control opacity-55 transition-colors duration-120 group-hover:opacity-100 group-aria-[current]:bg-accent group-aria-[current]:opacity-100"
      />
    </button>
  ));
}

/** Renders the back button and the dots; the dialog itself renders the next button. */
function Pager(props: PagerProps) {
  const { t } = useLingui();
  return (
    <div className="-ml-3 flex min-w-0 flex-wrap items-center">
      <IconButton
        label={t`Previous`}
        onClick={() => props.onMove(props.at - 1)}
        disabled={props.at === 0}
        className="disabled:text-ink-3 disabled:opacity-50"
      >
        <ChevronLeft aria-hidden="true" size={20} strokeWidth={1.75} />
      </IconButton>
      <Dots {...props} />
    </div>
  );
}

/** Shows the announcements one at a time. Escape or a click outside closes the dialog. */
export function AnnouncementDialog({
  announcements,
  open,
  onClose,
  theme,
}: AnnouncementDialogProps) {
  const { t } = useLingui();
  const [at, setAt] = useState(0);
  const [hideForADay, setHideForADay] = useState(false);
  const count = announcements.length;
  const index = Math.min(at, Math.max(0, count - 1));
  const shown = announcements[index];
  const close = () => onClose(hideForADay);
  useBackCloses(open, close);
  const last = index >= count - 1;
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && close()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-scrim transition-opacity duration-220 data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Dialog.Popup
          data-theme={theme}
          className="fixed top-1/2 left-1/2 z-41 flex max-h-[min(92dvh,640px)] w-[350px] max-w-[calc(100vw-40px)] -translate-1/2 flex-col rounded-dialog bg-surface text-ink px-5 pt-5 pb-4 shadow-pop transition-[opacity,scale] duration-220 ease-out data-ending-style:scale-98 data-ending-style:opacity-0 data-starting-style:scale-98 data-starting-style:opacity-0"
        >
          <div className="-mr-3 mb-3 flex flex-none items-center justify-between">
            <AnnouncementType type={shown?.type ?? "info"} />
            <Dialog.Close aria-label={t`Close`} className={iconButtonClass}>
              <X aria-hidden="true" size={24} strokeWidth={1.6} />
            </Dialog.Close>
          </div>
          <div
            className="min-h-0 overflow-y-auto overscroll-contain"
            aria-live="polite"
            lang={shown?.locale}
          >
            <Dialog.Title className="text-h2">
              {shown?.title ?? t`No announcements right now`}
            </Dialog.Title>
            {shown !== undefined && (
              <div className="mt-2.5 text-ink-2">
                <AnnouncementContent html={shown.content} />
              </div>
            )}
          </div>
          {shown !== undefined && (
            <Checkbox
              className="mt-2 flex-none"
              checked={hideForADay}
              onChange={(event) => setHideForADay(event.target.checked)}
            >
              <Trans>Don’t show again for 24 hours</Trans>
            </Checkbox>
          )}
          <div className="mt-1.5 flex flex-none flex-wrap items-center justify-between gap-x-3">
            {count > 1 && <Pager count={count} at={index} onMove={setAt} />}
            <Button
              kind="primary"
              size="md"
              className="ml-auto min-h-12 px-6"
              onClick={last ? close : () => setAt(index + 1)}
            >
              {last ? <Trans>Got it</Trans> : <Trans>Next</Trans>}
            </Button>
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
