export { changePassword } from "./change-password.ts";
export { choosePassword } from "./choose-password.ts";
export { resetPassword } from "./reset-password.ts";
