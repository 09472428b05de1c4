/** Style and script of the HTML report: the page stands alone, loads nothing and sends nothing. */

export const style = `
:root { color-scheme: light dark; --line: #8884; --dim: #777; --good: #1a7f37; --bad: #cf222e; --up: #0969da; --down: #9a6700; }
@media (prefers-color-scheme: dark) { :root { --dim: #999; --good: #3fb950; --bad: #f85149; --up: #58a6ff; --down: #d29922; } }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1rem; max-width: 75rem; font: 1rem/1.45 system-ui, sans-serif; overflow-wrap: anywhere; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.2rem; margin-top: 2rem; }
code { font-family: ui-monospace, monospace; font-size: .92em; }
form { position: sticky; top: 0; display: flex; flex-wrap: wrap; gap: .5rem 1rem; padding: .6rem 0; background: Canvas; border-bottom: 1px solid var(--line); }
form > * { min-height: 2.2rem; } input[type=search] { flex: 1 1 14rem; } input, select { font: inherit; max-width: 100%; }
label { display: inline-flex; align-items: center; gap: .3rem; }
table { width: 100%; border-collapse: collapse; } th { text-align: left; }
th, td:first-child, td[data-title=access] { white-space: nowrap; }
th, td { padding: .3rem .5rem; border-bottom: 1px solid var(--line); vertical-align: top; }
.gains { color: var(--good); } .loses { color: var(--bad); } .promoted { color: var(--up); } .demoted { color: var(--down); }
.dim { color: var(--dim); } .alert { border-left: .25rem solid var(--bad); padding-left: .75rem; white-space: pre-wrap; } .warning { border-color: var(--down); }
@media (max-width: 40rem) {
  thead { position: absolute; clip-path: inset(50%); }
  tr, td { display: block; } td { border: 0; padding: .1rem 0; } tr { padding: .5rem 0; border-bottom: 1px solid var(--line); }
  tr[hidden] { display: none; } td[data-title]::before { content: attr(data-title) ": "; color: var(--dim); } td:empty { display: none; }
}
`;

// Rows carry what they are searched and filtered by, so the script needs no copy of the report.
export const script = `
const form = document.querySelector("form");
const rows = [...document.querySelectorAll("tr[data-change]")].map((row) => ({ row, text: row.textContent.toLowerCase() }));
const shown = document.querySelector("output");
const update = () => {
  const words = form.search.value.toLowerCase().split(/\\s+/).filter(Boolean);
  const organization = form.organization.value;
  const changes = new Set([...form.querySelectorAll("input[name=change]:checked")].map(({ value }) => value));
  let count = 0;
  for (const { row, text } of rows) {
    const visible = changes.has(row.dataset.change) && (organization === "" || row.dataset.organization === organization) &&
      (!form.last.checked || row.dataset.last !== undefined) && words.every((word) => text.includes(word));
    row.hidden = !visible;
    if (visible) count += 1;
  }
  shown.value = count + " of " + rows.length + " shown";
};
// Where nobody's access changes there is nothing to filter.
if (form) {
  form.addEventListener("input", update);
  form.addEventListener("submit", (event) => event.preventDefault());
  update();
}
`;
