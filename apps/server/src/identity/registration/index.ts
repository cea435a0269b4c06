export { registerCustomer } from "./register-customer.ts";
export { deleteRegistrationsOf, forgetRegistrations } from "./registrations.repository.ts";
export { requestRegistration } from "./request-registration.ts";
export { sendCode } from "./send-code.ts";
export { verifyEmail } from "./verify-email.ts";
