export { presentProfile } from "./accounts.presenter.ts";
export { registerAccountsRoutes } from "./accounts.routes.ts";
export type { ProofFactor } from "./accounts.tables.ts";
export { admitPerson } from "./admit-person.ts";
export { registerAuthenticatorRoutes } from "./authenticator.routes.ts";
export { choosePassword } from "./choose-password.ts";
export { createOperator } from "./create-operator.ts";
export { accountOf, receivableOf } from "./customer-accounts.ts";
export { deleteFactorsOf, endOperatorAccess } from "./end-access.ts";
export { addDemoTotp } from "./enrol-totp.ts";
export { lastSignInOf, lastSignInsOf } from "./known-devices.repository.ts";
export { linkedByInvitation, requireUnlinked } from "./linked-operators.ts";
export { countFactors } from "./lost-factors.repository.ts";
export { checkCode, issueCode } from "./mailed-codes.ts";
export { addOperator, openCustomer } from "./open-customer.ts";
export { hashPassword } from "./password-hasher.ts";
export {
  findMailAddresses,
  findOperatorAddresses,
  findOperatorIds,
  findPerson,
  findPersonByName,
  findUsernames,
  isSuspendedNow,
  type Person,
  peopleOfCustomer,
} from "./people.repository.ts";
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
export { deleteRegistrationsOf } from "./registrations.repository.ts";
export { replaceEmail, restoreEmail } from "./replace-email.ts";
export { requireNoClosing, requireNotClosed } from "./require-no-closing.ts";
export { sealedTotpSecrets } from "./reseal-totp.ts";
export { removeLostFactors, resetFactors } from "./reset-factors.ts";
export { customerHasFactor, hasSecondFactor } from "./second-factor.ts";
export {
  beginSecurityHold,
  type HoldStanding,
  isOnSecurityHold,
  liftSecurityHold,
  requireNoSecurityHold,
  securityHoldOf,
} from "./security-hold.ts";
export { lockCustomer, securityHoldsQueue } from "./security-holds.repository.ts";
export { liveSessionsOf } from "./sessions.repository.ts";
export {
  createAuthenticator,
  endSessionsOf,
  openSession,
  type Visitor,
  visitorOf,
  watchEndedSessions,
} from "./sessions.ts";
export { startAccounts } from "./start-accounts.ts";
export { liftSuspension, suspendCustomer } from "./suspend-customer.ts";
export { hashToken, newToken } from "./token.ts";
