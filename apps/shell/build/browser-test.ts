import { supportedBrowsers } from '@lectern/browsers';

/** By the first two letters of a browser's language; Italian and German have one form for every country. */
const sentences = {
  de: `Dieser Browser ist zu alt. Bitte einen von diesen oder einen neueren verwenden: ${supportedBrowsers}.`,
  fr: `Ce navigateur est trop ancien. Merci d’utiliser l’un de ceux-ci ou une version plus récente\u202F: ${supportedBrowsers}.`,
  it: `Questo browser è troppo vecchio. Utilizzare uno di questi o una versione più recente: ${supportedBrowsers}.`,
  en: `This browser is too old. Please use one of these or a newer one: ${supportedBrowsers}.`,
};

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
    sentence.lang = language;
    sentence.setAttribute('role', 'alert');
    sentence.appendChild(document.createTextNode(sentences[language]));
    var app = document.getElementById('app');
    while (app.firstChild) app.removeChild(app.firstChild);
    app.appendChild(sentence);
  })();
}
`;
