export {
  beginSecurityHold,
  type HoldStanding,
  isOnSecurityHold,
  liftSecurityHold,
  requireNoSecurityHold,
  requireNoStolenPassword,
  securityHoldOf,
} from "./security-hold.ts";
export { lockCustomer, securityHoldsQueue } from "./security-holds.repository.ts";
