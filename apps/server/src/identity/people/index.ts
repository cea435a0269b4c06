export { shareCustomer } from "./account-closings.repository.ts";
export {
  alreadyRegisteredMail,
  codeMail,
  passwordChangedMail,
  suspensionMail,
  usernameChangedMail,
  verificationMail,
} from "./account-mails.ts";
export { addOperator } from "./add-operator.ts";
export {
  findContactIds,
  findCustomersOfContact,
  findMailAddresses,
  findPasswordReset,
  findUsernames,
  lastPasswordReset,
  lastSecurityChange,
} from "./contacts.repository.ts";
export { moveNamesAside, placeholdersOf } from "./copied-names.repository.ts";
export { accountOf, receivableOf } from "./customer-accounts.ts";
export { firstMisplaced } from "./first-misplaced.ts";
export { linkedByInvitation, requireUnlinked } from "./linked-operators.ts";
export { companyMenusOf } from "./menus.policy.ts";
export { lockUsername, setEmail, setUsername } from "./names.repository.ts";
export { openCustomer, openEmptyCustomer } from "./open-customer.ts";
export {
  findOperatorAddresses,
  findOperatorIds,
  findPerson,
  findPersonByName,
  holdRole,
  holdSignIn,
  isCustomerSuspended,
  isSuspendedNow,
  noteSecurityChange,
  type Person,
  peopleOfCustomer,
  roleOf,
  setPassword,
  setSuspended,
} from "./people.repository.ts";
export { presentProfile } from "./profile.presenter.ts";
export { readProfile } from "./read-profile.ts";
export { releaseNamesOfNobody } from "./release-names-of-nobody.ts";
export { requireNoClosing, requireNotClosed } from "./require-no-closing.ts";
export { isReservedUsername } from "./username.policy.ts";
