import { makeZip } from './zip.ts';

/*
 * An H5P package with a content type of its own: what H5P's own content types do with the player, and
 * nothing of theirs. https://h5p.org/library-development
 */

/** A question with an open answer and a choice. Its main library stands on another one. */
export function h5pQuestion(): Uint8Array {
  const needsOptions = [{ machineName: 'LecternTest.Options', majorVersion: 1, minorVersion: 0 }];
  const needsAll = [
    { machineName: 'LecternTest.Question', majorVersion: 1, minorVersion: 2 },
    ...needsOptions,
  ];
  return makeZip([
    {
      name: 'h5p.json',
      content: JSON.stringify({
        title: 'Wie entsteht Regen?',
        language: 'de',
        mainLibrary: 'LecternTest.Question',
        embedTypes: ['iframe'],
        license: 'U',
        preloadedDependencies: needsAll,
      }),
    },
    {
      name: 'content/content.json',
      content: JSON.stringify({
        question: 'Woraus fällt Regen?',
        options: ['Nebel', 'Wolke'],
        right: 'Wolke',
      }),
    },
    ...library('LecternTest.Question', 'Question', [1, 2, 3], question, needsOptions),
    ...library('LecternTest.Options', 'Options', [1, 0, 4], options),
  ]);
}

function library(
  machineName: string,
  title: string,
  [majorVersion, minorVersion, patchVersion]: readonly [number, number, number],
  script: string,
  preloadedDependencies: readonly object[] = [],
) {
  const folder = `${machineName}-${majorVersion}.${minorVersion}`;
  const isMain = preloadedDependencies.length > 0;
  return [
    {
      name: `${folder}/library.json`,
      content: JSON.stringify({
        machineName,
        title,
        majorVersion,
        minorVersion,
        patchVersion,
        runnable: isMain ? 1 : 0,
        preloadedJs: [{ path: 'scripts/main.js' }],
        preloadedCss: [{ path: 'styles/main.css' }],
        ...(isMain && { preloadedDependencies }),
      }),
    },
    { name: `${folder}/scripts/main.js`, content: script },
    { name: `${folder}/styles/main.css`, content: 'button { font: inherit; }' },
  ];
}

const options = `
var LecternTest = window.LecternTest = window.LecternTest || {};
LecternTest.Options = function (names, onChoice) {
  var buttons = names.map(function (name) {
    var button = document.createElement('button');
    button.type = 'button';
    button.textContent = name;
    button.addEventListener('click', function () { onChoice(name); });
    return button;
  });
  this.show = function (chosen) {
    buttons.forEach(function (button) {
      button.setAttribute('aria-pressed', String(button.textContent === chosen));
    });
  };
  this.appendTo = function ($container) { $container.append(buttons); };
};`;

const question = `
var LecternTest = window.LecternTest = window.LecternTest || {};
LecternTest.Question = (function ($, EventDispatcher) {
  function Question(params, contentId, extras) {
    EventDispatcher.call(this);
    var self = this;
    var state = $.extend({ notes: '', chosen: null }, extras && extras.previousState);
    var isRight = function () { return state.chosen === params.right; };
    var options = new LecternTest.Options(params.options, function (name) {
      state.chosen = name;
      options.show(name);
      var event = self.createXAPIEventTemplate('answered');
      event.data.statement.object.definition.interactionType = 'choice';
      event.setScoredResult(isRight() ? 1 : 0, 1, self, true, isRight());
      event.data.statement.result.response = name;
      self.trigger(event);
    });
    self.attach = function ($container) {
      self.setActivityStarted();
      $('<h1>').text(params.question).appendTo($container);
      $('<textarea>', { 'aria-label': 'Gedanken' }).val(state.notes).on('input', function () {
        state.notes = this.value;
      }).appendTo($container);
      options.appendTo($container);
      options.show(state.chosen);
      $('<button>', { type: 'button', text: 'Fertig' }).on('click', function () {
        self.triggerXAPICompleted(isRight() ? 1 : 0, 1, isRight());
      }).appendTo($container);
      self.trigger('resize');
    };
    self.getCurrentState = function () { return { notes: state.notes, chosen: state.chosen }; };
  }
  Question.prototype = Object.create(EventDispatcher.prototype);
  Question.prototype.constructor = Question;
  return Question;
})(H5P.jQuery, H5P.EventDispatcher);`;
