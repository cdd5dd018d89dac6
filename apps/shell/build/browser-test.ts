import { supportedBrowsers } from '@lectern/browsers';
import { oldBrowser } from '@lectern/languages';

const sentences = Object.fromEntries(
  Object.entries(oldBrowser).map(([language, sentence]) => [language, sentence(supportedBrowsers)]),
);

/**
 * The script that stands before the start script, which older browsers may not even be able to read: written as
 * browsers of 2011 understand it. The newest of what the shell needs and has no fallback for is `findLast`
 * (Safari 15.4, Firefox 104, Chrome 97).
 */
export const browserTest = `
if (![].findLast) {
  var isTooOld = true;
  (function () {
    var sentences = ${JSON.stringify(sentences)};
    var language = (navigator.language || 'de').slice(0, 2);
    if (!sentences[language]) language = 'de';
    var sentence = document.createElement('p');
    sentence.className = 'notice';
    sentence.style.padding = '2em';
    sentence.lang = language;
    sentence.setAttribute('role', 'alert');
    sentence.appendChild(document.createTextNode(sentences[language]));
    var app = document.getElementById('app');
    app.removeAttribute('hidden');
    while (app.firstChild) app.removeChild(app.firstChild);
    app.appendChild(sentence);
  })();
}
`;
