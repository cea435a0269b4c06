import { Trans, useLingui } from "@lingui/react/macro";
import { Button } from "./button.tsx";

interface MoreButtonProps {
  /** The infinite query of the list above. */
  readonly pages: {
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    readonly fetchNextPage: () => unknown;
  };
}

/** Asks for the next page of a list that does not load by itself; nothing where there is none. */
export function MoreButton({ pages }: MoreButtonProps) {
  const { t } = useLingui();
  return pages.hasNextPage ? (
    <Button
      size="md"
      block
      className="mt-3"
      loadingLabel={pages.isFetchingNextPage ? t`Loading` : undefined}
      onClick={() => void pages.fetchNextPage()}
    >
      <Trans>Show more</Trans>
    </Button>
  ) : null;
}
