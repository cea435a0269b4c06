import { queryOptions, useQueryClient } from "@tanstack/react-query";
import {
  acceptMemberInvitation,
  acceptOwnership,
  createCompany,
  declineOwnership,
  leaveCompany,
  listCompanies,
  readMemberInvitation,
} from "@tessera/contract/identity/companies.endpoints";
import type { InviteMemberBody } from "@tessera/contract/identity/companies.schemas";
import {
  askHandover,
  cancelHandover,
  changeMemberRole,
  getCompany,
  inviteMember,
  listMemberInvitations,
  listMembers,
  removeMember,
  withdrawMemberInvitation,
} from "@tessera/contract/identity/company-members.endpoints";
import { listLegalVersions } from "@tessera/contract/identity/legal.endpoints";
import { call } from "../../../lib/api/api-client.ts";
import { everyRow } from "../../../lib/api/every-row.ts";
import { localeStore } from "../../../lib/locale.ts";

/** The first elements of the query keys, and the topics of the events about them. */
const OWN = ["companies"] as const;
const ACTING = ["company"] as const;

/** Loads the companies that the person is a member of. */
export const companiesQuery = queryOptions({
  queryKey: [...OWN, "list"],
  queryFn: () => everyRow((query) => call(listCompanies, { query })),
});

/** Loads the company for which this tab acts. */
export const companyQuery = queryOptions({
  queryKey: [...ACTING, "own"],
  queryFn: ({ signal }) => call(getCompany, { signal }),
});

/** Loads all members of the company, of whom there are at most 200. */
export const membersQuery = queryOptions({
  queryKey: [...ACTING, "members"],
  queryFn: () => everyRow((query) => call(listMembers, { query })),
});

/** Loads the invitations that can still be accepted. */
export const invitationsQuery = queryOptions({
  queryKey: [...ACTING, "invitations"],
  queryFn: () => everyRow((query) => call(listMemberInvitations, { query })),
});

/** Reads the invitation of an emailed link, which does not use up the link. */
export const invitationQuery = (invitation: string) =>
  queryOptions({
    queryKey: [...OWN, "invitation"],
    queryFn: ({ signal }) => call(readMemberInvitation, { body: { invitation }, signal }),
    enabled: invitation !== "",
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });

/** Creates a company. Accepts the legal texts in force in the page's language. */
async function create(name: string, idempotencyKey: string) {
  const versions = await everyRow((query) => call(listLegalVersions, { query }));
  const locale = localeStore.get();
  const texts = versions
    .filter(({ status }) => status === "in_force")
    .map(({ text, version }) => ({ text, version, locale }));
  return call(createCompany, { body: { name, texts }, idempotencyKey });
}

/** Changes a person's own memberships. */
export function useOwnWrites() {
  const queries = useQueryClient();
  const reloading = async <T>(write: Promise<T>): Promise<T> => {
    try {
      return await write;
    } finally {
      void queries.invalidateQueries({ queryKey: OWN });
    }
  };
  return {
    create: (name: string, key: string) => reloading(create(name, key)),
    accept: (invitation: string) =>
      reloading(call(acceptMemberInvitation, { body: { invitation } })),
    leave: (id: string) => reloading(call(leaveCompany, { params: { id } })),
    acceptOwnership: (id: string, proof: string) =>
      reloading(call(acceptOwnership, { params: { id }, proof })),
    declineOwnership: (id: string) => reloading(call(declineOwnership, { params: { id } })),
  };
}

/** Changes the members of the company for which this tab acts. */
export function useMemberWrites() {
  const queries = useQueryClient();
  const reloading = async <T>(write: Promise<T>): Promise<T> => {
    try {
      return await write;
    } finally {
      void queries.invalidateQueries({ queryKey: ACTING });
    }
  };
  return {
    invite: (body: InviteMemberBody, proof: string) =>
      reloading(call(inviteMember, { body, proof })),
    withdraw: (id: string) => reloading(call(withdrawMemberInvitation, { params: { id } })),
    changeRole: (
      id: string,
      body: { readonly revision: number; readonly role: InviteMemberBody["role"] },
      proof: string,
    ) => reloading(call(changeMemberRole, { params: { id }, body, proof })),
    remove: (id: string, revision: number) =>
      reloading(call(removeMember, { params: { id }, body: { revision } })),
    handOver: (memberId: string, proof: string) =>
      reloading(call(askHandover, { body: { memberId }, proof })),
    cancelHandover: () => reloading(call(cancelHandover)),
  };
}
