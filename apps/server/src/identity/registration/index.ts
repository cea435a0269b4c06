export { deleteRegistrationsOf } from "./registrations.repository.ts";
