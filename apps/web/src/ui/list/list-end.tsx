import { Trans, useLingui } from "@lingui/react/macro";
import { Button } from "../form/button.tsx";
import { DateText } from "../text/date-text.tsx";
import { LoadMore } from "./load-more.tsx";
import { SkeletonRows } from "./skeleton.tsx";

/** The parts of an infinite query that the end of a list needs. */
export interface EndingPages {
  readonly data:
    | {
        readonly pages: readonly {
          readonly nextCursor?: string | null;
          readonly searchedTo?: string | undefined;
          readonly cells?: { readonly unavailable: readonly number[] } | undefined;
        }[];
      }
    | undefined;
  readonly isFetchingNextPage: boolean;
  readonly isFetchNextPageError: boolean;
  readonly hasNextPage: boolean;
  readonly fetchNextPage: () => unknown;
}

interface ListEndProps {
  readonly pages: EndingPages;
  /** The message shown if the next page fails to load. */
  readonly failed: string;
}

/** Renders the line after the last row: a loading state, an error, or the end of the list. */
export function ListEnd({ pages, failed }: ListEndProps) {
  const { t } = useLingui();
  const searchedTo = pages.data?.pages.at(-1)?.searchedTo;
  const searching = searchedTo !== undefined && (
    <p role="status" className="pt-4 pb-2 text-center text-small text-ink-3">
      <Trans>
        Searched back to <DateText at={searchedTo} format="day" />. Still searching.
      </Trans>
    </p>
  );
  if (pages.isFetchingNextPage) {
    return searching || <SkeletonRows count={1} />;
  }
  if (pages.isFetchNextPageError) {
    return (
      <div role="alert" className="flex min-h-16 flex-wrap items-center justify-between gap-3">
        <p className="text-ink-2">{failed}</p>
        <Button size="md" onClick={() => void pages.fetchNextPage()}>
          {t`Retry`}
        </Button>
      </div>
    );
  }
  return pages.hasNextPage ? (
    <>
      {searching}
      <LoadMore onReached={() => void pages.fetchNextPage()} />
    </>
  ) : (
    <p className="pt-4 pb-8 text-center text-small text-ink-3">
      {/* A cell that did not respond may have more. */}
      {!pages.data?.pages.some(({ cells }) => cells?.unavailable[0]) && (
        <Trans>That’s everything</Trans>
      )}
    </p>
  );
}
