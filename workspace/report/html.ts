/** The report as one self-contained page that can be searched and filtered. */
import { createHash } from "node:crypto";
import type { AccessChange, OrganizationReport, Report } from "../../schema/report.ts";
import { script, style } from "./html-page.ts";
import {
  plural,
  sayBudget,
  sayCalls,
  sayDisabled,
  sayIneffective,
  sayLasting,
  sayOrganization,
  sayPlace,
  sayProfile,
  sayReasons,
  sayRename,
  sayRole,
  sayThing,
  sayTitle,
  sayTotals,
  sayUnsure,
  sayUser,
  signs,
} from "./words.ts";

/** Text as HTML; control characters and those that turn the direction of text are shown as such. */
export const escapeHtml = (text: string): string =>
  text
    .replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu, (character) =>
      character === "\n" ? "\n" : `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
    );

const mark = (text: string): string => `<code>${escapeHtml(text)}</code>`;

const hash = (text: string): string => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

const accessRow = (organizationId: string, change: AccessChange): string => {
  const email = change.email === undefined ? "" : ` <span class="dim">${escapeHtml(change.email)}</span>`;
  return (
    `<tr data-change="${change.change}" data-organization="${escapeHtml(organizationId)}"${change.lastPath ? " data-last" : ""}>` +
    `<td class="${change.change}">${signs[change.change]} ${change.change}</td><td>${sayUser(change, mark)}${email}</td>` +
    `<td data-title="in">${mark(organizationId)}</td><td data-title="at">${sayPlace(change.at, mark)}</td>` +
    `<td data-title="access">${sayRole(change.before)} → ${sayRole(change.after)}</td><td>${sayReasons(change, mark).join("; ")}</td></tr>`
  );
};

const list = (lines: readonly string[]): string => `<ul>${lines.map((line) => `<li>${line}</li>`).join("\n")}</ul>`;

const section = (title: string, lines: readonly string[]): string => (lines.length === 0 ? "" : `<h2>${title}</h2>\n${list(lines)}\n`);

const filter = ({ organizations }: Report): string => {
  const options = organizations.map(({ organizationId }) => `<option>${escapeHtml(organizationId)}</option>`).join("");
  const changes = (["gains", "loses", "promoted", "demoted"] as const)
    .map((change) => `<label class="${change}"><input type="checkbox" name="change" value="${change}" checked>${change}</label>`)
    .join("");
  return (
    `<form role="search"><input type="search" name="search" placeholder="User, e-mail address, place" aria-label="Search">` +
    `<select name="organization" aria-label="Organization"><option value="">all organizations</option>${options}</select>` +
    `${changes}<label><input type="checkbox" name="last">nothing left</label><output aria-live="polite"></output></form>`
  );
};

const accessTable = (report: Report): string => {
  const rows = report.organizations.flatMap(({ organizationId, access }) => access.map((change) => accessRow(organizationId, change)));
  if (rows.length === 0) return "";
  return (
    `<h2>Access</h2>\n${filter(report)}\n<table><thead><tr><th>change</th><th>user</th><th>organization</th><th>where</th><th>access</th><th></th></tr></thead>\n` +
    `<tbody>${rows.join("\n")}</tbody></table>\n`
  );
};

const otherChanges = (one: OrganizationReport): string => {
  const { disabled, unknown, things, profiles, unsure, ineffective } = one;
  const lines = [
    ...(unknown ? ["some members are known only in the <code>up</code>: this is a part"] : []),
    ...things.map((thing) => [sayThing(thing, mark), ...thing.details.map(mark)].join(": ")),
    ...profiles.map((person) => sayProfile(person, mark)),
    ...unsure.map((grant) => sayUnsure(grant, mark)),
  ];
  const unchanged = ineffective.map((change) => `${sayUser(change, mark)}, ${sayIneffective(change, mark)}`);
  if (lines.length + unchanged.length === 0 && !disabled) return "";
  return (
    `<h3>${sayOrganization(one, mark)}${disabled ? `: ${sayDisabled(disabled)}` : ""}</h3>\n${lines.length > 0 ? list(lines) : ""}` +
    (unchanged.length === 0
      ? ""
      : `<details><summary>No effective change: ${plural(unchanged.length, "grant")}</summary>${list(unchanged)}</details>\n`)
  );
};

/** The page. */
export const renderHtml = (report: Report): string => {
  const title = escapeHtml(sayTitle(report));
  const others = report.organizations.map(otherChanges).join("");
  const messages = report.messages
    .filter(({ severity }) => severity !== "info")
    .map(({ severity, text }) => `<p class="alert ${severity}">${severity}: ${escapeHtml(text)}</p>`);
  const policy = `default-src 'none'; style-src ${hash(style)}; script-src ${hash(script)}; base-uri 'none'; form-action 'none'`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${style}</style>
</head>
<body>
<h1>${title}${report.failed ? ", which failed" : ""}</h1>
<p>${escapeHtml(sayTotals(report))}</p>
${messages.join("\n")}
${accessTable(report)}${others === "" ? "" : `<h2>Other changes</h2>\n${others}`}
${section(
  "Possibly renamed",
  report.renames.map((one) => sayRename(one, mark)),
)}
${section(
  "Cannot be undone",
  report.lasting.map((one) => sayLasting(one, mark, escapeHtml)),
)}
${section(
  "Limits",
  report.budgets.map((budget) => escapeHtml(sayBudget(budget))),
)}
${section("Calls that write", report.calls.map(sayCalls))}
${section("Assumed, as the specification does not say", report.assumptions)}
${section("Not shown", report.notes.map(escapeHtml))}
<script>${script}</script>
</body>
</html>
`;
};
