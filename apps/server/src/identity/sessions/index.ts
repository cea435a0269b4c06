export { admitPerson, tellOfSignIn } from "./admit-person.ts";
export { endOtherSessions, endOwnSession } from "./end-own-session.ts";
export { lastSignInOf, lastSignInsOf } from "./known-devices.repository.ts";
export { listSessions } from "./list-sessions.ts";
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
export {
  announceEnded,
  deleteEndedSessions,
  deleteSessionsOf,
  liveSessionsOf,
  type OwnSession,
} from "./sessions.repository.ts";
export {
  createAuthenticator,
  endSession,
  endSessionsBut,
  endSessionsOf,
  followEndedSessions,
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
