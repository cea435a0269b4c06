import { Trans, useLingui } from "@lingui/react/macro";
import { buttonClass } from "../ui/form/button.tsx";
import { ErrorPanel } from "../ui/list/error-panel.tsx";

/** Renders the error page shown when code fails to load or a page fails to render. */
export function ErrorScreen({ onRetry }: { readonly onRetry: () => void }) {
  const { t } = useLingui();
  return (
    <main className="mx-auto grid max-w-[560px] gap-3 px-(--gutter) py-10">
      <ErrorPanel message={t`Couldn’t display this page`} aboutMoney onRetry={onRetry} />
      <a href="/" className={buttonClass({ kind: "text", block: true })}>
        <Trans>Back to your cards</Trans>
      </a>
    </main>
  );
}
