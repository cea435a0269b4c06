import type { LinkProps } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { lazySheet } from "../../../ui/layout/lazy-part.tsx";
import { TopBar } from "../../../ui/layout/top-bar.tsx";
import type { FilterCard } from "./filter-options.ts";
import type { MovementPages } from "./list-pages.ts";
import type { ExplainStopped } from "./movement-detail-sheet.tsx";
import { MovementList } from "./movement-list.tsx";
import type { ListPlace } from "./use-list-place.ts";

const MovementDetailSheet = lazySheet(async () => {
  return (await import("./movement-detail-sheet.tsx")).MovementDetailSheet;
});

interface MovementsFrameProps {
  readonly title: ReactNode;
  readonly backTo: LinkProps;
  /** Content at the end of the top bar. */
  readonly action?: ReactNode;
  /** Filter controls, which stay visible while the list scrolls. */
  readonly filters: ReactNode;
  /** Content above the list. */
  readonly notice?: ReactNode;
  readonly pages: MovementPages;
  readonly cards: readonly FilterCard[] | undefined;
  readonly Explain?: ExplainStopped | undefined;
  /** Content shown if the list is empty. */
  readonly empty: ReactNode;
  readonly place?: ListPlace | undefined;
  /** Id of the movement whose details are open. */
  readonly openId: string | undefined;
  /** Opens a movement's details; closes them if called with undefined. */
  readonly onOpen: (movementId: string | undefined) => void;
}

/** Renders a page of movements: top bar, filters, list grouped by day, and details sheet. */
export function MovementsFrame(props: MovementsFrameProps) {
  const { title, backTo, action, filters, pages, cards, empty, place, openId, onOpen } = props;
  // Keeps the sheet's content while the sheet closes.
  const [lastOpen, setLastOpen] = useState(openId);
  if (openId !== undefined && openId !== lastOpen) {
    setLastOpen(openId);
  }
  return (
    <>
      <TopBar title={title} backTo={backTo}>
        {action}
      </TopBar>
      <main>
        <div className="sticky top-14 z-10 border-b border-line bg-page pb-1">{filters}</div>
        <div className="px-(--gutter)">
          {props.notice}
          <MovementList
            pages={pages}
            cards={cards}
            onOpen={(movement) => onOpen(movement.id)}
            empty={empty}
            place={place}
            isPageWide
          />
        </div>
      </main>
      {lastOpen !== undefined && (
        <MovementDetailSheet
          movementId={lastOpen}
          open={openId !== undefined}
          inHistory
          onClose={() => onOpen(undefined)}
          cards={cards}
          Explain={props.Explain}
        />
      )}
    </>
  );
}
