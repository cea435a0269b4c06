export { eraseCustomer } from "./erase-customer.ts";
export { type ErasableCustomer, findErasable, selectErased } from "./erasure.repository.ts";
