import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ListedLegalVersion } from "@tessera/contract/identity/legal.schemas";
import { LEGAL_TEXTS, type LegalTextName } from "@tessera/contract/identity/legal-versions";
import { useLocale } from "../../../lib/locale.ts";
import { useSession } from "../../../lib/session/session-store.ts";
import { LanguageButton, ThemeButton } from "../../../ui/form/preference-buttons.tsx";
import { Note } from "../../../ui/layout/panel.tsx";
import { TopBar } from "../../../ui/layout/top-bar.tsx";
import { ErrorPanel } from "../../../ui/list/error-panel.tsx";
import { Loading, Skeleton } from "../../../ui/list/skeleton.tsx";
import { textLinkClass } from "../../../ui/text/text-link.ts";
import { FeeTable } from "./fee-table.tsx";
import { legalTextQuery, legalVersionsQuery } from "./legal.queries.ts";
import { InForce, LEGAL_NAMES } from "./legal-labels.tsx";
import type { LegalText } from "./legal-text.ts";
import { LegalVersionList, VersionNote } from "./legal-version-list.tsx";
import { LimitsTable } from "./limits-table.tsx";

function LegalBody({
  text,
  version,
  versions,
}: {
  readonly text: LegalText;
  readonly version: ListedLegalVersion;
  readonly versions: readonly ListedLegalVersion[];
}) {
  return (
    <article>
      <h1 className="text-title">{text.title}</h1>
      <InForce version={version.version} from={version.effectiveFrom} />
      <VersionNote shown={version} versions={versions} />
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

/** Renders the text of one version once its number is known. */
function LegalVersionText({
  version,
  versions,
}: {
  readonly version: ListedLegalVersion;
  readonly versions: readonly ListedLegalVersion[];
}) {
  const { t } = useLingui();
  const query = legalTextQuery(version.text, version.version, useLocale());
  const { data, isError, refetch } = useQuery(query);
  if (isError) {
    return <ErrorPanel message={t`Couldn’t load the document`} onRetry={() => void refetch()} />;
  }
  if (data === null) {
    return (
      <ErrorPanel
        message={t`Reload the page to see this version.`}
        onRetry={() => window.location.reload()}
      />
    );
  }
  return data === undefined ? (
    <LegalLoading />
  ) : (
    <LegalBody text={data} version={version} versions={versions} />
  );
}

/** Renders the requested version of a legal text, or the one in force. */
function LegalVersions({ name, asked }: LegalDocumentProps) {
  const { t } = useLingui();
  const { data, isError, refetch } = useQuery(legalVersionsQuery(useLocale()));
  const versions = data?.filter(({ text }) => text === name);
  if (versions === undefined) {
    return isError ? (
      <ErrorPanel message={t`Couldn’t load the document`} onRetry={() => void refetch()} />
    ) : (
      <LegalLoading />
    );
  }
  const shown = versions.find((one) =>
    asked === undefined ? one.status === "in_force" : String(one.version) === asked,
  );
  return (
    <>
      {shown === undefined ? (
        <>
          <h1 className="text-title">{t(LEGAL_NAMES[name].title)}</h1>
          <Note tone="caution" className="mt-3">
            <Trans>
              Version {asked} doesn’t exist. These are all the versions of this document.
            </Trans>
          </Note>
        </>
      ) : (
        <LegalVersionText version={shown} versions={versions} />
      )}
      <LegalVersionList versions={versions} shown={shown?.version} />
    </>
  );
}

interface LegalDocumentProps {
  readonly name: LegalTextName;
  /** The version number in the URL; undefined for the version in force. */
  readonly asked: string | undefined;
}

/** Renders a legal page, which is public. */
export function LegalDocument({ name, asked }: LegalDocumentProps) {
  const { t } = useLingui();
  const { token } = useSession();
  return (
    <div className="mx-auto max-w-[640px]">
      <TopBar backTo={{ to: token === null ? "/login" : "/profile" }}>
        <LanguageButton />
        <ThemeButton />
      </TopBar>
      <main className="px-(--gutter) pt-4 pb-12">
        <LegalVersions name={name} asked={asked} />
        <nav
          aria-label={t`Legal`}
          className="mt-10 flex flex-wrap gap-x-5 border-line border-t pt-3"
        >
          {LEGAL_TEXTS.map((text) => (
            <Link key={text} to={LEGAL_NAMES[text].path} className={textLinkClass}>
              {t(LEGAL_NAMES[text].title)}
            </Link>
          ))}
          <Link to="/status" className={textLinkClass}>
            <Trans>Service status</Trans>
          </Link>
        </nav>
      </main>
    </div>
  );
}
