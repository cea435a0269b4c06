export { choosePassword } from "./choose-password.ts";
