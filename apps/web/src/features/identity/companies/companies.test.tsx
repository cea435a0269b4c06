// @vitest-environment jsdom

import type { Member, OwnCompany } from "@tessera/contract/identity/companies.schemas";
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { clearSession, keepToken, sessionStore } from "../../../lib/session/session-store.ts";
import { refusal, requestsOf, serve, show, signIn, stubMedia } from "../../../test-page.tsx";
import { ActingCompany } from "./acting-company.tsx";
import { CompanyInvitation } from "./company-invitation.tsx";
import { OwnCompanies } from "./own-companies.tsx";

const SESSION = "POST /api/companies/cus_1/session";
const ACCEPT = "POST /api/company-invitations/accept";

const acme: OwnCompany = {
  id: "cus_1",
  name: "Acme Ltd",
  role: "manager",
  lacksSecondFactor: false,
  status: "active",
  joinedAt: "2026-11-01T08:00:00.000Z",
  handover: null,
};
const owner: Member = {
  id: "mem_1",
  username: "ada",
  email: "ada@example.com",
  role: "owner",
  secondFactor: true,
  givable: [],
  removable: false,
  joinedAt: "2026-11-01T08:00:00.000Z",
  revision: 1,
  you: false,
};
const auditor: Member = { ...owner, id: "mem_2", username: "ben", role: "auditor" };
const list = (data: readonly object[]) => ({ data, nextCursor: null });

beforeEach(() => {
  stubMedia();
  keepToken("vc1_own");
  signIn("customer");
});
afterEach(() => {
  clearSession();
  vi.unstubAllGlobals();
});

test("Switching to a company uses its token in this tab, and keeps the stored login", async () => {
  const sent = serve({
    "GET /api/companies": list([acme]),
    [SESSION]: () =>
      Response.json(
        { token: "vm1_company", company: { id: "cus_1", name: "Acme Ltd" }, role: "manager" },
        { status: 201 },
      ),
  });
  localStorage.setItem("token", "vc1_own");
  show(<OwnCompanies />);
  await userEvent.click(await screen.findByRole("button", { name: "Switch to it" }));
  await waitFor(() => expect(sessionStore.get().token).toBe("vm1_company"));
  expect(localStorage.getItem("token")).toBe("vc1_own");
  expect(requestsOf(sent, SESSION)).toHaveLength(1);
});

test("A company that cannot be acted for says why, and offers no switch", async () => {
  serve({ "GET /api/companies": list([{ ...acme, status: "suspended" }]) });
  show(<OwnCompanies />);
  expect(await screen.findByText("This company is suspended. Contact support.")).toBeDefined();
  expect(screen.queryByRole("button", { name: "Switch to it" })).toBeNull();
});

test("A member sees others without what only an admin may change", async () => {
  serve({
    "GET /api/company": {
      ...{ id: "cus_1", name: "Acme Ltd", createdAt: "2026-11-01T08:00:00.000Z" },
      ...{ role: "auditor", permissions: ["read", "export"], members: 2, handover: null },
    },
    "GET /api/company/members": list([
      { ...owner, email: null, secondFactor: null },
      { ...auditor, email: null, secondFactor: null, you: true },
    ]),
  });
  show(<ActingCompany />);
  expect(await screen.findByText("ben (you)")).toBeDefined();
  expect(screen.queryByRole("button", { name: "Invite a member" })).toBeNull();
  expect(screen.queryByRole("button", { name: "Remove" })).toBeNull();
});

test("Removing a member asks first, and sends the revision that was read", async () => {
  const remove = "POST /api/company/members/mem_2/remove";
  const sent = serve({
    "GET /api/company": {
      ...{ id: "cus_1", name: "Acme Ltd", createdAt: "2026-11-01T08:00:00.000Z" },
      ...{ role: "owner", permissions: ["read", "administer", "own"], members: 2, handover: null },
    },
    "GET /api/company/members": list([
      { ...owner, you: true },
      { ...auditor, removable: true, givable: ["manager"], revision: 3 },
    ]),
    "GET /api/company/invitations": list([]),
    [remove]: () => new Response(null, { status: 204 }),
  });
  show(<ActingCompany />);
  await userEvent.click(await screen.findByRole("button", { name: "Remove" }));
  expect(requestsOf(sent, remove)).toHaveLength(0);
  const dialog = await screen.findByRole("alertdialog");
  const confirm = [...dialog.querySelectorAll("button")].find(
    ({ textContent }) => textContent === "Remove",
  );
  await userEvent.click(confirm ?? dialog);
  await waitFor(() => expect(requestsOf(sent, remove)[0]?.body).toEqual({ revision: 3 }));
});

test("An invitation shows the company, and says why it can't be accepted", async () => {
  window.location.hash = "#vi1_secret";
  const sent = serve({
    "POST /api/company-invitations/read": {
      ...{ company: "Acme Ltd", role: "manager", invitedBy: "ada", email: "ben@example.com" },
      ...{ needsSecondFactor: true, expiresAt: "2026-12-01T08:00:00.000Z" },
    },
    [ACCEPT]: () =>
      refusal(403, "member_invitation_other_address", "This invitation is for another address."),
  });
  show(<CompanyInvitation />);
  expect(await screen.findByRole("heading", { name: "Join Acme Ltd" })).toBeDefined();
  expect(window.location.hash).toBe("");
  expect(requestsOf(sent, ACCEPT)).toHaveLength(0);
  await userEvent.click(screen.getByRole("button", { name: "Accept" }));
  expect((await screen.findByRole("alert")).textContent).toContain("another address");
});

test("A person without a second factor learns where to set one up", async () => {
  window.location.hash = "#vi1_secret";
  serve({
    "POST /api/company-invitations/read": {
      ...{ company: "Acme Ltd", role: "manager", invitedBy: "ada", email: "ben@example.com" },
      ...{ needsSecondFactor: true, expiresAt: "2026-12-01T08:00:00.000Z" },
    },
    [ACCEPT]: () => refusal(403, "second_factor_required", "Use your second factor to continue."),
  });
  show(<CompanyInvitation />);
  await userEvent.click(await screen.findByRole("button", { name: "Accept" }));
  const alert = await screen.findByRole("alert");
  expect(alert.textContent).toContain("Set up a second factor first");
  expect(alert.textContent).not.toContain("Use your second factor");
});
