import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { OwnCompany } from "@tessera/contract/identity/companies.schemas";
import { MEMBER_ROLE_NAMES } from "@tessera/contract/identity/member-role-names";
import { useState } from "react";
import { messageOf } from "../../../lib/api/api-error.ts";
import { useLocale } from "../../../lib/locale.ts";
import { Button } from "../../../ui/form/button.tsx";
import { lazySheet } from "../../../ui/layout/lazy-part.tsx";
import { Note, Panel } from "../../../ui/layout/panel.tsx";
import { ErrorPanel } from "../../../ui/list/error-panel.tsx";
import { companiesQuery, useOwnWrites } from "./companies.queries.ts";
import { switchToCompany } from "./switch-account.ts";

const CreateCompanySheet = lazySheet(
  async () => (await import("./create-company-sheet.tsx")).CreateCompanySheet,
);
const ProofSheet = lazySheet(
  async () => (await import("../../../ui/proof/proof-sheet.tsx")).ProofSheet,
);
const ConfirmDialog = lazySheet(
  async () => (await import("../../../ui/overlay/confirm-dialog.tsx")).ConfirmDialog,
);

interface CompanyProps {
  readonly company: OwnCompany;
}

/** Says why nobody can act for the company right now, or why this person cannot. */
function Standing({ company: { status, lacksSecondFactor } }: CompanyProps) {
  if (status === "closed") {
    return <Trans>This company is closed.</Trans>;
  }
  if (status === "suspended") {
    return <Trans>This company is suspended. Contact support.</Trans>;
  }
  return lacksSecondFactor ? (
    <Trans>Your role needs a second factor. Set one up under Security.</Trans>
  ) : null;
}

/** Offers the second step of a handover. */
function Handover({ company, onFailure }: CompanyProps & { readonly onFailure: Failing }) {
  const { t } = useLingui();
  const { acceptOwnership, declineOwnership } = useOwnWrites();
  const [open, setOpen] = useState(false);
  const { handover, id, name } = company;
  if (handover === null) {
    return null;
  }
  const { from } = handover;
  return (
    <Note tone="caution" className="mt-3">
      <Trans>{from} wants to hand this company over to you.</Trans>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button size="md" onClick={() => setOpen(true)}>
          <Trans>Become the owner</Trans>
        </Button>
        <Button size="md" kind="text" onClick={() => void declineOwnership(id).catch(onFailure)}>
          <Trans>Decline</Trans>
        </Button>
      </div>
      <ProofSheet
        open={open}
        onClose={() => setOpen(false)}
        title={<Trans>Become the owner</Trans>}
        confirmLabel={t`Become the owner`}
        onProven={async (proof) => {
          await acceptOwnership(id, proof);
          setOpen(false);
        }}
      >
        <Trans>You will own {name}. Only you can then hand it over again or close it.</Trans>
      </ProofSheet>
    </Note>
  );
}

type Failing = (error: unknown) => void;

function CompanyPanel({ company }: CompanyProps) {
  const { t } = useLingui();
  const locale = useLocale();
  const navigate = useNavigate();
  const { leave } = useOwnWrites();
  const [leaving, setLeaving] = useState(false);
  const [failure, setFailure] = useState<string>();
  const fail: Failing = (error) => setFailure(messageOf(error, t`Unknown error`));
  const { id, name, role, status, lacksSecondFactor } = company;
  return (
    <li>
      <Panel>
        <h3 className="min-w-0 break-words font-semibold">{name}</h3>
        <p className="text-small text-ink-3">{MEMBER_ROLE_NAMES[role][locale]}</p>
        <p className="text-small text-ink-2">
          <Standing company={company} />
        </p>
        <Handover company={company} onFailure={fail} />
        <div className="mt-3 flex flex-wrap gap-2">
          {status === "active" && !lacksSecondFactor && (
            <Button
              size="md"
              onClick={() => void switchToCompany(id).then(() => navigate({ to: "/" }), fail)}
            >
              <Trans>Switch to it</Trans>
            </Button>
          )}
          {role !== "owner" && (
            <Button size="md" kind="destructive" onClick={() => setLeaving(true)}>
              <Trans>Leave company</Trans>
            </Button>
          )}
        </div>
        {failure !== undefined && (
          <Note tone="negative" role="alert" className="mt-3">
            {failure}
          </Note>
        )}
      </Panel>
      <ConfirmDialog
        open={leaving}
        onClose={() => setLeaving(false)}
        title={<Trans>Leave {name}?</Trans>}
        confirmLabel={t`Leave company`}
        destructive
        onConfirm={() => {
          void leave(id).catch(fail);
          setLeaving(false);
        }}
      >
        <Trans>You can then act for it only after a new invitation.</Trans>
      </ConfirmDialog>
    </li>
  );
}

/** Lists the companies that the person is a member of, and opens a new one. */
export function OwnCompanies() {
  const { t } = useLingui();
  const { data, isError, refetch } = useQuery(companiesQuery);
  const [opened, setOpened] = useState(0);
  const [open, setOpen] = useState(false);
  return (
    <section>
      <h2 className="pt-4.5 pb-0.5 text-small font-medium text-ink-3">
        <Trans>Companies</Trans>
      </h2>
      {isError && (
        <ErrorPanel message={t`Couldn’t load your companies`} onRetry={() => void refetch()} />
      )}
      <ul className="grid gap-3">
        {data?.map((company) => (
          <CompanyPanel key={company.id} company={company} />
        ))}
      </ul>
      <Button
        block
        className="mt-3"
        onClick={() => {
          setOpened(opened + 1);
          setOpen(true);
        }}
      >
        <Trans>Open a company</Trans>
      </Button>
      {opened > 0 && <CreateCompanySheet key={opened} open={open} onClose={() => setOpen(false)} />}
    </section>
  );
}
