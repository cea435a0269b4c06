import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import type { ListedLegalVersion } from "@tessera/contract/identity/legal.schemas";
import { useLocale } from "../../../lib/locale.ts";
import { Note } from "../../../ui/layout/panel.tsx";
import { Chip } from "../../../ui/text/status-chip.tsx";
import { textLinkClass } from "../../../ui/text/text-link.ts";
import { fullDay, LEGAL_NAMES } from "./legal-labels.tsx";

/** Links to a version of a legal text. */
function VersionLink({ version }: { readonly version: ListedLegalVersion }) {
  const { version: number } = version;
  return (
    <Link
      to={LEGAL_NAMES[version.text].path}
      search={{ version: String(number) }}
      className={`${textLinkClass} -my-3.5`}
    >
      <Trans>Read version {number}</Trans>
    </Link>
  );
}

interface VersionNoteProps {
  readonly shown: ListedLegalVersion;
  readonly versions: readonly ListedLegalVersion[];
}

/** Tells the reader if another version is in force or about to take effect. */
export function VersionNote({ shown, versions }: VersionNoteProps) {
  const locale = useLocale();
  const inForce = versions.find(({ status }) => status === "in_force");
  if (shown.status !== "in_force" && inForce !== undefined) {
    const { version } = inForce;
    const day = fullDay(shown.effectiveFrom, locale);
    return (
      <Note tone="caution" className="mt-3">
        {shown.status === "earlier" ? (
          <Trans>This is an earlier version. Version {version} is in force.</Trans>
        ) : (
          <Trans>
            This version takes effect on {day}. Until then version {version} is in force.
          </Trans>
        )}{" "}
        <VersionLink version={inForce} />
      </Note>
    );
  }
  const upcoming = versions.findLast(({ status }) => status === "upcoming");
  if (upcoming === undefined) {
    return null;
  }
  const { version } = upcoming;
  const day = fullDay(upcoming.effectiveFrom, locale);
  return (
    <Note tone="info" className="mt-3">
      <Trans>
        Version {version} takes effect on {day}.
      </Trans>{" "}
      <VersionLink version={upcoming} />
    </Note>
  );
}

function VersionChip({ status }: Pick<ListedLegalVersion, "status">) {
  switch (status) {
    case "in_force":
      return (
        <Chip tone="positive">
          <Trans>In force</Trans>
        </Chip>
      );
    case "upcoming":
      return (
        <Chip tone="info">
          <Trans>Upcoming</Trans>
        </Chip>
      );
    default:
      return (
        <Chip tone="outline">
          <Trans>Earlier</Trans>
        </Chip>
      );
  }
}

/** Lists every version of a legal text, newest first, with its date and changes. */
export function LegalVersionList({
  versions,
  shown,
}: {
  readonly versions: readonly ListedLegalVersion[];
  /** Number of the version on the page. */
  readonly shown: number | undefined;
}) {
  const { t } = useLingui();
  const locale = useLocale();
  return (
    <section className="mt-10" aria-label={t`Versions`}>
      <h2 className="text-h">
        <Trans>Versions</Trans>
      </h2>
      <ul className="mt-1">
        {versions.map((one) => {
          const { version, status, changes, effectiveFrom } = one;
          const day = fullDay(effectiveFrom, locale);
          return (
            <li key={version} className="border-b border-line py-3 last:border-0">
              <div className="flex items-center justify-between gap-4">
                <span className="font-medium">
                  <Trans>Version {version}</Trans>
                </span>
                <VersionChip status={status} />
              </div>
              <p className="text-small text-ink-3">
                <Trans>
                  From <time dateTime={effectiveFrom}>{day}</time>
                </Trans>
              </p>
              <p className="mt-1.5 text-ink-2">{changes ?? <Trans>The first version.</Trans>}</p>
              {version !== shown && (
                <p className="mt-1.5">
                  <VersionLink version={one} />
                </p>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
