export { admitPerson, tellOfSignIn } from "./admit-person.ts";
export { endSessionsOfMember, memberChanged, openCompanySession } from "./company-sessions.ts";
export { lastSignInOf, lastSignInsOf } from "./known-devices.repository.ts";
export { spendProofs } from "./proofs.repository.ts";
export {
  type GivenProof,
  issueProof,
  type ProofSubject,
  requireOwnProof,
  securityChangedAt,
  spendProof,
  spendRevealProof,
  spendVerifyProof,
} from "./proofs.ts";
export { announceEnded, deleteSessionsOf, liveSessionsOf } from "./sessions.repository.ts";
export {
  createAuthenticator,
  endSessionsBut,
  endSessionsOf,
  forgetSessions,
  openSession,
  renewToken,
  rereadSessionsOf,
  tellSessionsEnded,
  type Visitor,
  visitorOf,
  watchEndedSessions,
} from "./sessions.ts";
export { liftSuspension, type Suspender, suspendCustomer } from "./suspend-customer.ts";
export { hashToken, newToken } from "./token.ts";
