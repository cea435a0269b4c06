export {
  beginSecurityHold,
  type HoldStanding,
  isOnSecurityHold,
  requireNoSecurityHold,
  requireNoStolenPassword,
  securityHoldOf,
} from "./security-hold.ts";
export { lockCustomer } from "./security-holds.repository.ts";
