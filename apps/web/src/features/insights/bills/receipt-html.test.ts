// @vitest-environment jsdom
import { expect, test } from "vitest";
import { type Receipt, receiptHtml } from "./receipt-html.ts";

const RECEIPT: Receipt = {
  lang: "zh-TW",
  heading: "Tessera 交易憑證",
  title: '<img src=x onerror=alert(1)> & "Söhne"',
  amount: "−$1,234.50",
  status: "已完成",
  facts: [["種類", "消費"]],
  timeline: "經過",
  steps: [["消費", "20 Nov 2026, 13:42", "−$1,234.50"]],
  madeAt: "2026",
};

test("receiptHtml escapes the merchant's name", () => {
  const page = new DOMParser().parseFromString(receiptHtml(RECEIPT), "text/html");
  expect(page.querySelector("img")).toBeNull();
  expect(page.querySelector("h2")?.textContent).toBe(RECEIPT.title);
  expect(page.documentElement.lang).toBe("zh-TW");
});

test("receiptHtml contains every fact and step and loads no external resources", () => {
  const html = receiptHtml(RECEIPT);
  const page = new DOMParser().parseFromString(html, "text/html");
  expect(page.querySelector(".amount")?.textContent).toBe("−$1,234.50");
  expect([...page.querySelectorAll("td")].map((cell) => cell.textContent)).toEqual([
    "消費",
    "消費",
    "20 Nov 2026, 13:42",
    "−$1,234.50",
  ]);
  expect(html).not.toMatch(/https?:|<script|<link/);
});
