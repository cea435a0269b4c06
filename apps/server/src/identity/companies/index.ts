export { findCompanyName } from "./companies.repository.ts";
export { leaveAllCompanies } from "./leave-company.ts";
export { type MemberView, selectMembers } from "./members.repository.ts";
export { requireNoOwnedCompany } from "./require-no-owned-company.ts";
