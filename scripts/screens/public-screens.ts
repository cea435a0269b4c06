import { press, screenOf } from "./screen.ts";

const open = screenOf("public");
const TOKEN = "#abcdefghijklmnopqrstuvwxyzabcdefghijklmnopq";

/** The screens of somebody who is not signed in. */
export const publicScreens = [
  open("login", "/login"),
  open("login-refused", "/login", press("Sign in")),
  open("login-expired", "/login?expired=1"),
  open("register", "/register"),
  open("register-refused", "/register", press("Create account")),
  open("register-by-link", "/register", press("Get a link by email instead")),
  open("reset-password", "/reset-password"),
  open("reset-password-refused", "/reset-password", press("Reset password")),
  open("verify-email-failed", "/verify-email"),
  open("not-me", `/not-me${TOKEN}`),
  open("not-me-without-link", "/not-me"),
  open("operator-invitation-invalid", "/operator-invitation#vi1_unknown"),
  open("operator-invitation-without-link", "/operator-invitation"),
  open("company-invitation-invalid", "/company-invitation#vi1_unknown"),
  open("company-invitation-without-link", "/company-invitation"),
  open("keep-account", `/keep-account${TOKEN}`),
  open("keep-account-without-link", "/keep-account"),
  open("legal-terms", "/legal/terms"),
  open("legal-privacy", "/legal/privacy"),
  open("legal-security", "/legal/security"),
  open("legal-agreement", "/legal/agreement"),
  open("status", "/status"),
];
