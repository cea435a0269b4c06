// @vitest-environment jsdom
import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { AnnouncementList } from "./announcement-list.tsx";

const ANNOUNCEMENTS = [
  {
    id: "ann_2",
    type: "warning",
    title: "Deposits pause",
    content: '<p>On <strong>Sunday</strong></p><img src=x onerror="alert(1)">',
    publishedAt: "2020-02-03T04:05:06.000Z",
  },
  {
    id: "ann_1",
    type: "success",
    title: "New cards",
    content: "<p>In euro</p>",
    publishedAt: "2020-01-02T04:05:06.000Z",
  },
];

afterEach(() => vi.unstubAllGlobals());

function show(...answers: Response[]) {
  const fetchMock = vi.fn<typeof fetch>();
  for (const answer of answers) {
    fetchMock.mockResolvedValueOnce(answer);
  }
  vi.stubGlobal("fetch", fetchMock);
  render(
    <I18nProvider i18n={i18n}>
      <QueryClientProvider
        client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}
      >
        <AnnouncementList />
      </QueryClientProvider>
    </I18nProvider>,
  );
}

const json = (body: unknown) => new Response(JSON.stringify(body));

test("The list shows active announcements with title, type, time, and sanitized text", async () => {
  show(json(ANNOUNCEMENTS));
  expect(await screen.findByRole("heading", { name: "Deposits pause" })).toBeDefined();
  expect(screen.getAllByRole("article")).toHaveLength(2);
  expect(screen.getByRole("img", { name: "Warning" })).toBeDefined();
  expect(screen.getByRole("img", { name: "Good news" })).toBeDefined();
  expect(screen.getByText("Sunday").tagName).toBe("STRONG");
  expect(document.querySelector("article img")).toBeNull();
  expect(document.querySelector("time")?.dateTime).toBe("2020-02-03T04:05:06.000Z");
});

test("An empty announcement list says that there are no announcements", async () => {
  show(json([]));
  expect(await screen.findByText("No announcements right now.")).toBeDefined();
});

test("A list that fails to load is not shown as empty and can be reloaded", async () => {
  show(new Response("{}", { status: 500 }), json(ANNOUNCEMENTS));
  expect(await screen.findByText("Couldn’t load announcements")).toBeDefined();
  expect(screen.queryByText("No announcements right now.")).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByRole("heading", { name: "New cards" })).toBeDefined();
});
