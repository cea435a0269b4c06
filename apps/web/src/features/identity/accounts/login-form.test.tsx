// @vitest-environment jsdom
import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from "@tanstack/react-router";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { clearSession, sessionStore } from "../../../lib/session/session-store.ts";
import { LoginForm } from "./login-form.tsx";

const fetchMock = vi.fn<typeof fetch>();
const onSignedIn = vi.fn();

beforeEach(() => {
  clearSession();
  fetchMock.mockReset();
  onSignedIn.mockReset();
  vi.stubGlobal("fetch", fetchMock);
});
afterEach(() => vi.unstubAllGlobals());

async function show() {
  const root = createRootRoute();
  const page = createRoute({
    getParentRoute: () => root,
    path: "/",
    component: () => <LoginForm onSignedIn={onSignedIn} />,
  });
  const router = createRouter({
    routeTree: root.addChildren([page]),
    history: createMemoryHistory(),
  });
  const view = render(
    <I18nProvider i18n={i18n}>
      <RouterProvider router={router} />
    </I18nProvider>,
  );
  await screen.findByLabelText("Username or email");
  return Object.assign(userEvent.setup(), { leave: view.unmount });
}

async function fill(user: ReturnType<typeof userEvent.setup>) {
  await user.type(screen.getByLabelText("Username or email"), "qiaoyu");
  await user.type(screen.getByLabelText("Password"), "a long password");
}

test("Signing in without accepting the agreement sends nothing and focuses the error", async () => {
  const user = await show();
  await fill(user);
  await user.click(screen.getByRole("button", { name: "Sign in" }));
  const agreement = screen.getByRole("checkbox", { name: /I have read and accept/ });
  expect(screen.getByText("Please review and accept the agreements first")).toBeDefined();
  expect(agreement.getAttribute("aria-invalid")).toBe("true");
  await waitFor(() => expect(document.activeElement).toBe(agreement));
  expect(fetchMock).not.toHaveBeenCalled();
});

test("The login form signs in with the typed username and password", async () => {
  fetchMock.mockResolvedValue(
    new Response(JSON.stringify({ token: "t", user: { username: "qiaoyu" }, menus: [] })),
  );
  const user = await show();
  await fill(user);
  await user.click(screen.getByRole("checkbox", { name: /I have read and accept/ }));
  await user.click(screen.getByRole("checkbox", { name: "Remember me" }));
  await user.click(screen.getByRole("button", { name: "Sign in" }));
  await waitFor(() => expect(onSignedIn).toHaveBeenCalledTimes(1));
  const [url, init] = fetchMock.mock.calls[0] ?? [];
  expect(url).toBe("/api/customer/login");
  expect(init?.body).toBe('{"username":"qiaoyu","password":"a long password","remember":true}');
  expect(sessionStore.get().user?.username).toBe("qiaoyu");
});

test("A rejected sign-in shows the reason and keeps the form", async () => {
  fetchMock.mockResolvedValue(
    new Response(JSON.stringify({ message: "Wrong username or password" }), { status: 401 }),
  );
  const user = await show();
  await fill(user);
  await user.click(screen.getByRole("checkbox", { name: /I have read and accept/ }));
  await user.click(screen.getByRole("button", { name: "Sign in" }));
  expect(await screen.findByText("Wrong username or password")).toBeDefined();
  expect(onSignedIn).not.toHaveBeenCalled();
  user.leave();
  await show();
  expect(screen.queryByText("Wrong username or password")).toBeNull();
});

test("The login form can show the typed password", async () => {
  const user = await show();
  const password = screen.getByLabelText("Password");
  expect(password.getAttribute("type")).toBe("password");
  await user.click(screen.getByRole("button", { name: "Show password" }));
  expect(password.getAttribute("type")).toBe("text");
});
