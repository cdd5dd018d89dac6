/*
 * Pages that talk to a run-time environment the way exports of authoring tools do: they look for its object
 * in the frames around them and then in the window that opened them, ask for everything at the start, and the
 * learner whether to resume, commit now and then, and end their session when their page goes.
 */

const finder = `
function findApi(name) {
  function search(win) {
    var tries = 0;
    while (win && !win[name] && win.parent && win.parent !== win && tries < 10) { tries += 1; win = win.parent; }
    try { return win[name] || null; } catch (error) { return null; }
  }
  return search(window) || (window.opener ? search(window.opener) : null);
}
function clock(inMs, is2004) {
  var seconds = Math.max(1, Math.round(inMs / 1000));
  if (is2004) return 'PT' + seconds + 'S';
  function two(number) { return (number < 10 ? '0' : '') + number; }
  return '00' + two(Math.floor(seconds / 3600)) + ':' + two(Math.floor(seconds / 60) % 60) + ':' + two(seconds % 60);
}`;

const driver12 = `
var api = findApi('API');
var scorm = {
  is2004: false,
  begin: function () { return api.LMSInitialize(''); },
  get: function (name) { return api.LMSGetValue(name); },
  set: function (name, value) { return api.LMSSetValue(name, value).toString(); },
  commit: function () { return api.LMSCommit(''); },
  end: function () { return api.LMSFinish(''); },
  error: function () { return api.LMSGetLastError(); },
  names: {
    name: 'cmi.core.student_name', entry: 'cmi.core.entry', location: 'cmi.core.lesson_location',
    status: 'cmi.core.lesson_status', score: 'cmi.core.score.', time: 'cmi.core.session_time',
    exit: 'cmi.core.exit', response: 'student_response', wrong: 'wrong'
  }
};`;

const driver2004 = `
var api = findApi('API_1484_11');
var scorm = {
  is2004: true,
  begin: function () { return api.Initialize(''); },
  get: function (name) { return api.GetValue(name); },
  set: function (name, value) { return api.SetValue(name, value).toString(); },
  commit: function () { return api.Commit(''); },
  end: function () { return api.Terminate(''); },
  error: function () { return api.GetLastError(); },
  names: {
    name: 'cmi.learner_name', entry: 'cmi.entry', location: 'cmi.location',
    status: 'cmi.completion_status', score: 'cmi.score.', time: 'cmi.session_time',
    exit: 'cmi.exit', response: 'learner_response', wrong: 'incorrect'
  }
};`;

const lesson = `
var startedAt = Date.now();
var isDone = false, hasEnded = false;
var names = scorm.names;
function show(id, text) { document.getElementById(id).textContent = text; }
function page() { return Number(scorm.get(names.location) || '1'); }
function go(number) { scorm.set(names.location, String(number)); show('page', 'Seite ' + number); scorm.commit(); }
function answer(response) {
  var isRight = response === 'wolke';
  var index = Number(scorm.get('cmi.interactions._count'));
  var at = 'cmi.interactions.' + index + '.';
  scorm.set(at + 'id', 'frage1');
  scorm.set(at + 'type', 'choice');
  scorm.set(at + names.response, response);
  scorm.set(at + 'result', isRight ? 'correct' : names.wrong);
  var points = isRight ? 100 : 40;
  scorm.set(names.score + 'min', '0'); scorm.set(names.score + 'max', '100'); scorm.set(names.score + 'raw', String(points));
  if (scorm.is2004) {
    scorm.set('cmi.score.scaled', String(points / 100));
    scorm.set('cmi.success_status', isRight ? 'passed' : 'failed');
    scorm.set('cmi.completion_status', isRight ? 'completed' : 'incomplete');
  } else scorm.set('cmi.core.lesson_status', isRight ? 'passed' : 'failed');
  isDone = isRight;
  show('state', isRight ? 'richtig' : 'falsch');
  scorm.commit();
}
function finish(request) {
  if (hasEnded) return;
  hasEnded = true;
  scorm.set(names.time, clock(Date.now() - startedAt, scorm.is2004));
  scorm.set(names.exit, isDone ? (scorm.is2004 ? 'normal' : '') : 'suspend');
  if (request && scorm.is2004) scorm.set('adl.nav.request', request);
  show('state', 'Ende: ' + scorm.end());
}
function start() {
  if (!api) { show('state', 'keine Lernumgebung'); return; }
  show('begun', scorm.begin());
  show('learner', scorm.get(names.name));
  show('entry', scorm.get(names.entry));
  var status = scorm.get(names.status);
  if (status === 'not attempted' || status === 'unknown' || status === '') scorm.set(names.status, 'incomplete');
  isDone = status === 'passed' || status === 'completed';
  show('status', scorm.get(names.status));
  var isResumed = scorm.get(names.entry) === 'resume';
  if (isResumed && !confirm('Dort weiterfahren, wo du aufgehört hast?')) scorm.set(names.location, '1');
  document.getElementById('notes').value = scorm.get('cmi.suspend_data');
  show('page', 'Seite ' + page());
}
document.getElementById('next').addEventListener('click', function () { go(page() + 1); });
document.getElementById('notes').addEventListener('input', function (event) { scorm.set('cmi.suspend_data', event.target.value); });
document.getElementById('right').addEventListener('click', function () { answer('wolke'); });
document.getElementById('wrong').addEventListener('click', function () { answer('nebel'); });
document.getElementById('finish').addEventListener('click', function () { finish(); });
document.getElementById('continue').addEventListener('click', function () { finish('continue'); });
window.addEventListener('unload', function () { finish(); });
window.addEventListener('pagehide', function () { finish(); });
start();`;

const style = `
body { margin: 0; padding: 1.5rem clamp(1rem, 5vw, 4rem); font: 1.05rem/1.6 system-ui, sans-serif; color: #17353d; }
h1 { font: 600 1.8rem/1.2 Georgia, serif; margin: 0 0 1rem; }
main { max-width: 40rem; display: grid; gap: 1rem; }
dl { display: grid; grid-template-columns: auto 1fr; gap: 0 1rem; margin: 0; color: #48626a; }
dd { margin: 0; }
textarea { width: 100%; min-height: 6rem; font: inherit; padding: 0.5rem; box-sizing: border-box; }
button { font: inherit; min-height: 2.75rem; padding: 0.3rem 1rem; margin: 0 0.5rem 0.5rem 0; }`;

/** A page of a course, with everything inline, as exports have it. */
export function scoPage(title: string, version: '1.2' | '2004'): string {
  return `<!doctype html>
<html lang="de"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title><style>${style}</style></head><body><main>
<h1>${title}</h1>
<p>Warum regnet es? Lies die Seite, schreib deine Gedanken auf und beantworte die Frage.</p>
<dl><dt>Begonnen</dt><dd id="begun"></dd><dt>Wer</dt><dd id="learner"></dd><dt>Einstieg</dt><dd id="entry"></dd>
<dt>Stand</dt><dd id="status"></dd><dt>Ort</dt><dd id="page"></dd></dl>
<label>Gedanken<textarea id="notes"></textarea></label>
<div><button id="next">Nächste Seite</button><button id="right">Wolke</button><button id="wrong">Nebel</button>
<button id="finish">Beenden</button><button id="continue">Weiter im Kurs</button></div>
<p id="state" role="status"></p>
</main><script>${finder}${version === '1.2' ? driver12 : driver2004}${lesson}</script></body></html>`;
}
