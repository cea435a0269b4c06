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

/** Renders a button that loads the next page, if there is one. */
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
