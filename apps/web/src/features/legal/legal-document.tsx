import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { LEGAL_DOCUMENTS } from "@tessera/contract/constants";
import { useLocale } from "../../lib/locale.ts";
import { useSession } from "../../lib/session-store.ts";
import { ErrorPanel } from "../../ui/error-panel.tsx";
import { LanguageButton, ThemeButton } from "../../ui/preference-buttons.tsx";
import { Loading, Skeleton } from "../../ui/skeleton.tsx";
import { textLinkClass } from "../../ui/text-link.ts";
import { TopBar } from "../../ui/top-bar.tsx";
import { FeeTable } from "./fee-table.tsx";
import { InForce } from "./in-force.tsx";
import { legalTextQuery } from "./legal.queries.ts";
import type { LegalName, LegalText } from "./legal-text.ts";
import { LimitsTable } from "./limits-table.tsx";

function LegalBody({ text }: { readonly text: LegalText }) {
  return (
    <article>
      <h1 className="text-title">{text.title}</h1>
      <InForce version={LEGAL_DOCUMENTS.version} from={LEGAL_DOCUMENTS.effectiveFrom} />
      <p className="mt-3 text-ink-2">{text.intro}</p>
      {text.sections.map((section) => (
        <section key={section.heading} className="mt-8">
          <h2 className="text-h">{section.heading}</h2>
          {section.paragraphs.map((paragraph) => (
            <p key={paragraph} className="mt-2 text-ink-2 wrap-break-word">
              {paragraph}
            </p>
          ))}
          {section.showsFees && (
            <div className="mt-4">
              <FeeTable />
            </div>
          )}
          {section.showsLimits && (
            <div className="mt-4">
              <LimitsTable />
            </div>
          )}
        </section>
      ))}
    </article>
  );
}

function LegalLoading() {
  return (
    <Loading>
      <Skeleton className="h-8 w-1/2" />
      <Skeleton className="mt-6 h-4 w-full" />
      <Skeleton className="mt-2 h-4 w-4/5" />
    </Loading>
  );
}

/** A legal page: anybody can read it, signed in or not. */
export function LegalDocument({ name }: { readonly name: LegalName }) {
  const { t } = useLingui();
  const locale = useLocale();
  const { token } = useSession();
  const { data, isError, refetch } = useQuery(legalTextQuery(name, locale));
  return (
    <div className="mx-auto max-w-[640px]">
      <TopBar backTo={{ to: token === null ? "/login" : "/profile" }}>
        <LanguageButton />
        <ThemeButton />
      </TopBar>
      <main className="px-(--gutter) pt-4 pb-12">
        {isError && (
          <ErrorPanel
            message={t`The document could not be loaded`}
            onRetry={() => void refetch()}
          />
        )}
        {!isError && (data === undefined ? <LegalLoading /> : <LegalBody text={data} />)}
        <nav
          aria-label={t`Legal`}
          className="mt-10 flex flex-wrap gap-x-5 border-line border-t pt-3"
        >
          <Link to="/legal/terms" className={textLinkClass}>
            <Trans>Terms of Service</Trans>
          </Link>
          <Link to="/legal/privacy" className={textLinkClass}>
            <Trans>Privacy Policy</Trans>
          </Link>
          <Link to="/legal/security" className={textLinkClass}>
            <Trans>Data Security Policy</Trans>
          </Link>
          <Link to="/legal/agreement" className={textLinkClass}>
            <Trans>User Agreement</Trans>
          </Link>
        </nav>
      </main>
    </div>
  );
}
