import { Dialog } from "@base-ui/react/dialog";
import { Drawer } from "@base-ui/react/drawer";
import { useLingui } from "@lingui/react/macro";
import { X } from "lucide-react";
import { type CSSProperties, type ReactNode, useState } from "react";
import { useBackCloses } from "../../lib/navigation/use-back-closes.ts";
import { iconButtonClass } from "../form/icon-button.tsx";
import { useMediaQuery } from "../layout/use-media-query.ts";
import { useLayer } from "./open-layers.ts";

export interface SheetProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: ReactNode;
  readonly subtitle?: ReactNode;
  /** A card's thumbnail, shown in front of the title. */
  readonly lead?: ReactNode;
  /** Whether opening the sheet added a history entry. If so, Back removes that entry. */
  readonly inHistory?: boolean | undefined;
  readonly children: ReactNode;
}

interface HeadProps extends Pick<SheetProps, "title" | "subtitle" | "lead"> {
  readonly closeLabel: string;
  readonly popup: (element: HTMLElement | null) => void;
  /** Returns the element that receives focus when the sheet closes; false moves no focus. */
  readonly finalFocus: () => HTMLElement | boolean;
}

const HEAD = "flex min-h-15 items-center gap-3 py-1.5 -mr-3";
const BACKDROP =
  "fixed inset-0 z-41 bg-scrim transition-opacity duration-220 data-ending-style:opacity-0 data-starting-style:opacity-0";

/**
 * Leaves space above even the tallest sheet, where the page and the connection notice stay visible.
 */
const BELOW_THE_SIGN: CSSProperties = {
  maxHeight: "calc(100dvh - 68px - env(safe-area-inset-top))",
};

function BottomSheet({
  open,
  onClose,
  popup,
  finalFocus,
  children,
  ...head
}: SheetProps & HeadProps) {
  return (
    <Drawer.Root open={open} onOpenChange={(next) => !next && onClose()} swipeDirection="down">
      <Drawer.Portal>
        <Drawer.Backdrop forceRender className={BACKDROP} />
        <Drawer.Viewport className="fixed inset-0 z-41 flex items-end justify-center">
          <Drawer.Popup
            ref={popup}
            finalFocus={finalFocus}
            style={BELOW_THE_SIGN}
            className="flex w-full outline-none max-w-[560px] transform-[translateY(var(--drawer-swipe-movement-y,0))] flex-col rounded-t-sheet bg-surface shadow-sheet transition-transform duration-320 ease-[cubic-bezier(.32,.72,0,1)] data-ending-style:transform-[translateY(100%)] data-ending-style:duration-220 data-starting-style:transform-[translateY(100%)] data-swiping:duration-0"
          >
            <div
              aria-hidden="true"
              className="mx-auto mt-2 h-1 w-9 flex-none rounded-tile bg-line"
            />
            <Drawer.Content className="min-h-0 overflow-y-auto overscroll-contain px-(--gutter) pb-[max(26px,env(safe-area-inset-bottom))]">
              <div className={HEAD}>
                {head.lead}
                <div className="min-w-0 flex-1">
                  <Drawer.Title className="text-h">{head.title}</Drawer.Title>
                  {head.subtitle !== undefined && (
                    <Drawer.Description className="text-micro text-ink-3">
                      {head.subtitle}
                    </Drawer.Description>
                  )}
                </div>
                <Drawer.Close aria-label={head.closeLabel} className={iconButtonClass}>
                  <X aria-hidden="true" size={24} strokeWidth={1.6} />
                </Drawer.Close>
              </div>
              {children}
            </Drawer.Content>
          </Drawer.Popup>
        </Drawer.Viewport>
      </Drawer.Portal>
    </Drawer.Root>
  );
}

function CenteredDialog({
  open,
  onClose,
  popup,
  finalFocus,
  children,
  ...head
}: SheetProps & HeadProps) {
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop forceRender className={BACKDROP} />
        <Dialog.Popup
          ref={popup}
          finalFocus={finalFocus}
          className="fixed top-1/2 left-1/2 z-41 outline-none max-h-[min(92dvh,760px)] w-[440px] max-w-[calc(100vw-40px)] -translate-1/2 overflow-y-auto rounded-dialog bg-surface px-(--gutter) pb-6 shadow-pop transition-[opacity,scale] duration-220 ease-out data-ending-style:scale-98 data-ending-style:opacity-0 data-starting-style:scale-98 data-starting-style:opacity-0"
        >
          <div className={`${HEAD} pt-2`}>
            {head.lead}
            <div className="min-w-0 flex-1">
              <Dialog.Title className="text-h">{head.title}</Dialog.Title>
              {head.subtitle !== undefined && (
                <Dialog.Description className="text-micro text-ink-3">
                  {head.subtitle}
                </Dialog.Description>
              )}
            </div>
            <Dialog.Close aria-label={head.closeLabel} className={iconButtonClass}>
              <X aria-hidden="true" size={24} strokeWidth={1.6} />
            </Dialog.Close>
          </div>
          {children}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** Matches an open sheet or dialog, but not one that is closing. */
const OPEN_LAYER = ":is([role=dialog], [role=alertdialog])[data-open]";

/** By sheet, the elements to which focus may return when it closes, in order of preference. */
const openersOf = new WeakMap<Element, readonly Element[]>();

/**
 * Returns the element that has focus, and the openers of the sheet it is in: that sheet may close
 * when the next one opens, and its elements disappear.
 */
function openersNow(): readonly Element[] {
  const opener = document.activeElement;
  const sheet = opener?.closest(OPEN_LAYER);
  return opener === null ? [] : [opener, ...((sheet && openersOf.get(sheet)) ?? [])];
}

/**
 * Returns focus to the element that had it when the sheet opened. That element is recorded at that
 * time, because a field that takes focus on mount would otherwise be mistaken for the opener. If
 * another sheet is open, an opener below it is out of reach, and that sheet has the focus.
 */
function useOpener(open: boolean): Pick<HeadProps, "popup" | "finalFocus"> {
  const [before, setBefore] = useState<{ open: boolean; openers: readonly Element[] }>({
    open: false,
    openers: [],
  });
  if (open !== before.open) {
    setBefore({ open, openers: open ? openersNow() : before.openers });
  }
  const { openers } = before;
  return {
    popup: (element) => {
      if (element !== null) {
        openersOf.set(element, openers);
      }
    },
    finalFocus: () => {
      const opener = openers.find(
        (element): element is HTMLElement => element instanceof HTMLElement && element.isConnected,
      );
      const top = [...document.querySelectorAll<HTMLElement>(OPEN_LAYER)].at(-1);
      if (top === undefined || (opener !== undefined && top.contains(opener))) {
        return opener ?? true;
      }
      // Its own request for focus may have come before the one of the sheet that closes.
      return top.contains(document.activeElement) ? false : top;
    },
  };
}

/**
 * Renders a task on top of the page: a bottom sheet that can be dragged away, or a dialog on
 * screens from 768 px. Traps focus while open and returns it on close. Import it lazily:
 * `lazy(() => import(…))`.
 */
export function Sheet(props: SheetProps) {
  const { t } = useLingui();
  const wide = useMediaQuery("(min-width: 768px)");
  const opener = useOpener(props.open);
  useLayer(props.open);
  useBackCloses(props.open && props.inHistory !== true, props.onClose);
  const Shape = wide ? CenteredDialog : BottomSheet;
  return <Shape {...props} {...opener} closeLabel={t`Close`} />;
}
