import type { Stage } from './stage.ts';

/** The list of scenarios, in German; each is an address that can be kept and passed on. */
export function startPage(
  content: URL,
  stages: readonly Stage[],
  warnings: readonly string[],
): string {
  return `<!doctype html>
<html lang="de-CH">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Lectern-Simulator</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
<main>
<h1>Simulator</h1>
<p>Inhalt: <a href="${escaped(content.href)}">${escaped(content.href)}</a></p>
${warnings.map((warning) => `<p class="warning" role="alert">${escaped(warning)}</p>`).join('\n')}
<p>Jedes Szenario öffnet die echte Lernplattform (Shell) in einem neuen Tab, schon angemeldet. Daneben
stehen die Nachrichten der Brücke. Parameter für Deep Links können an die Adresse angehängt werden.</p>
<ul>
${stages.map(entry).join('\n')}
</ul>
</main>
</body>
</html>
`;
}

function entry({ scenario, address, schedule }: Stage): string {
  const { name, title, text, afterInSeconds } = scenario;
  const isTimed = afterInSeconds !== undefined;
  return `<li>
<h2 id="${name}">${escaped(title)}</h2>
<p>${escaped(text)}</p>
<form action="${escaped(address)}" target="_blank" rel="noopener">
${isTimed ? `<label>nach <input name="after" type="number" min="1" max="3600" required value="${schedule.afterInSeconds}"> Sekunden</label>` : ''}
<button aria-describedby="${name}">Öffnen</button>
</form>
${isTimed ? buttons(name) : ''}
<code>${escaped(address)}</code>
</li>`;
}

/** Begin and end the fault without waiting. */
function buttons(name: string): string {
  return `<form method="post" action="/${name}" class="now">
<button name="fault" value="begin">Störung jetzt auslösen</button>
<button name="fault" value="end">Störung beenden</button>
</form>`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

const style = `
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif;
  --line: #c5ccd6; --deep: #1f4f8f; --on-deep: #fff; --warm: #fdf0e7; }
@media (prefers-color-scheme: dark) {
  :root { --line: #4a5361; --deep: #9cc2f5; --on-deep: #10213a; --warm: #3b2415; }
}
body { margin: 0; }
main { max-width: 64rem; margin: auto; padding: 2rem 1.5rem; }
h1 { margin: 0; }
h2 { margin: 0; font-size: 1.125rem; }
ul { display: grid; gap: 1rem; padding: 0; list-style: none;
  grid-template-columns: repeat(auto-fill, minmax(20rem, 1fr)); }
li { display: grid; gap: .5rem; align-content: start; padding: 1rem; border-radius: .75rem;
  border: 1px solid var(--line); }
li p { margin: 0; }
form { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: center; }
input { width: 4.5rem; font: inherit; }
button { font: inherit; padding: .3rem .9rem; border-radius: .5rem; cursor: pointer;
  border: 1px solid var(--deep); color: var(--on-deep);
  background: var(--deep); }
.now button { color: inherit; background: none; }
code { font-size: .8125rem; overflow-wrap: anywhere; }
.warning { padding: .75rem 1rem; border-left: .3rem solid #b3541e;
  background: var(--warm); }
`;
