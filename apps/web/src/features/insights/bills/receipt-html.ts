/** A receipt in the reader's language. */
export interface Receipt {
  readonly lang: string;
  readonly heading: string;
  readonly title: string;
  readonly amount: string;
  readonly status: string;
  readonly facts: readonly (readonly [label: string, value: string])[];
  readonly timeline: string;
  readonly steps: readonly (readonly [what: string, when: string, amount: string])[];
  readonly madeAt: string;
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? "");
}

const STYLE = `body{font:15px/1.5 system-ui,sans-serif;color:#161e2a;background:#fff;
max-width:34em;margin:3em auto;padding:0 1.5em;font-variant-numeric:tabular-nums}
h1{font-size:15px;font-weight:600;margin:0 0 2em}h2{font-size:20px;margin:0}
h3{font-size:13px;color:#5d646e;margin:2em 0 .5em}
.amount{font-size:28px;font-weight:600;margin:.2em 0}
table{width:100%;border-collapse:collapse}
th,td{padding:.5em 0;border-top:1px solid #dedbd6;text-align:left;vertical-align:top;
font-weight:400}td:last-child{text-align:right;font-weight:500}
th{color:#444c58}footer{margin-top:2.5em;font-size:12px;color:#5d646e}`;

/** Returns a receipt as a self-contained page for reading or printing. */
export function receiptHtml(receipt: Receipt): string {
  const facts = receipt.facts.map(
    ([label, value]) => `<tr><th scope="row">${escaped(label)}</th><td>${escaped(value)}</td></tr>`,
  );
  const steps = receipt.steps.map(
    (step) => `<tr>${step.map((cell) => `<td>${escaped(cell)}</td>`).join("")}</tr>`,
  );
  return [
    "<!doctype html>",
    `<html lang="${escaped(receipt.lang)}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width,initial-scale=1">',
    `<title>${escaped(receipt.heading)}</title><style>${STYLE}</style></head><body>`,
    `<h1>${escaped(receipt.heading)}</h1><h2>${escaped(receipt.title)}</h2>`,
    `<p class="amount">${escaped(receipt.amount)}</p><p>${escaped(receipt.status)}</p>`,
    `<table>${facts.join("")}</table>`,
    `<h3>${escaped(receipt.timeline)}</h3><table>${steps.join("")}</table>`,
    `<footer>${escaped(receipt.madeAt)}</footer></body></html>`,
  ].join("\n");
}
