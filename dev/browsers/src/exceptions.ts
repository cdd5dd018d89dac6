/** Of features that MDN has under another name, or that other browsers have by a name of their own. */
export const noEffect = 'nothing';

interface Exception {
  readonly effect: string;
  /** Files that may use it, because it carries no meaning there. */
  readonly files: readonly string[];
}

const projected: Exception = {
  effect: 'content is projected in the window',
  files: ['dev/demo-content/src/room/projection.ts'],
};

/** Features may be used that some supported browsers lack, with what happens there. Printed in docs/browsers.md. */
export const exceptions: Readonly<Record<string, string | Exception>> = {
  'api.CSS.highlights_static': 'marks stand in the list below the text alone',
  'api.Highlight': 'marks stand in the list below the text alone',
  'api.Document.exitFullscreen': projected,
  'api.Document.fullscreenElement': projected,
  'api.Document.fullscreenchange_event': projected,
  'api.Element.requestFullscreen': projected,
  'api.HTMLCanvasElement.contextrestored_event': 'lost drawings return with a reload',
  'api.Document.prerenderingchange_event': 'no page is loaded ahead of its visit',
  'api.HTMLElement.inert': 'keys reach what a dialog or the contents cover',
  'html.elements.video.playsinline': 'computers play films in the page anyway',
  'html.global_attributes.autocapitalize': 'no screen keyboard, no capitals',
  'html.global_attributes.autocorrect': 'screen keyboards may correct codes',
  'html.global_attributes.inert': 'keys reach what a dialog or the contents cover',
  'api.Navigator.userActivation': 'presses are believed; nothing asks to keep what is stored',
  'api.UserActivation.isActive': 'presses are believed; nothing asks to keep what is stored',
  'api.Window.beforeunload_event': 'iPads leave a page without asking',
  'api.PointerEvent.getCoalescedEvents': 'drawn lines have fewer points',
  'css.at-rules.container': 'the layout for little room',
  'css.at-rules.media.forced-colors': 'no high-contrast mode there',
  'css.at-rules.page': 'paper stands upright; many columns are cut off',
  'css.at-rules.starting-style': 'signs come without a transition',
  'css.properties.accent-color': 'controls keep the colour of the system',
  'css.properties.align-content.start': noEffect,
  'css.properties.break-after.avoid': 'headings may end a printed page',
  'css.properties.container': 'the layout for little room',
  'css.properties.container-type': 'the layout for little room',
  'css.properties.container-type.inline-size': 'the layout for little room',
  'css.properties.container.inline-size': 'the layout for little room',
  'css.properties.cursor.crosshair': 'fingers have no cursor',
  'css.properties.cursor.default': 'fingers have no cursor',
  'css.properties.cursor.pointer': 'fingers have no cursor',
  'css.properties.cursor.progress': 'fingers have no cursor',
  'css.properties.field-sizing': 'text fields scroll',
  'css.properties.field-sizing.content': 'text fields scroll',
  'css.properties.font-family.ui-monospace': 'the next font of the list',
  'css.properties.forced-color-adjust': 'no high-contrast mode there',
  'css.properties.forced-color-adjust.none': 'no high-contrast mode there',
  'css.properties.hyphenate-limit-chars': 'shorter words are parted, too',
  'css.properties.outline': 'focus rings have no round corners',
  'css.properties.overscroll-behavior': 'the page behind a list scrolls on at its end',
  'css.properties.overscroll-behavior.auto': 'the page behind a list scrolls on at its end',
  'css.properties.overscroll-behavior.contain': 'the page behind a list scrolls on at its end',
  'css.properties.resize': 'fingers have no handle to pull',
  'css.properties.resize.vertical': 'fingers have no handle to pull',
  'css.properties.scrollbar-color': 'scroll bars have the colours of the system',
  'css.properties.size': noEffect,
  'css.properties.text-wrap': 'lines break where they are full',
  'css.properties.text-wrap.balance': 'lines break where they are full',
  'css.properties.text-wrap.pretty': 'lines break where they are full',
  'css.selectors.-moz-progress-bar': noEffect,
  'css.selectors.-webkit-progress-bar': noEffect,
  'css.selectors.-webkit-progress-value': noEffect,
  'css.selectors.has': {
    effect: 'no tint around chosen options; looser spacing',
    files: [
      'apps/services/src/docs/page/reference.css',
      'apps/shell/src/testing-overlay/overlay.css',
      ...[
        'assignments.css',
        'course-page.css',
        'exercise.css',
        'passage-card.css',
        'selection-toolbar.css',
      ].map((file) => `dev/demo-content/src/styles/${file}`),
    ],
  },
  'css.selectors.highlight': 'marks stand in the list below the text alone',
};

/** `apps/shell/src/fallback.ts` brings these to the shell. */
export const shellFallback: readonly string[] = [
  'api.AbortSignal.any_static',
  'api.AbortSignal.timeout_static',
  'api.Document.exitFullscreen',
  'api.Document.fullscreenElement',
  'api.Document.fullscreenchange_event',
  'api.Element.requestFullscreen',
  'api.URL.canParse_static',
  'api.URL.parse_static',
  'javascript.builtins.Array.toReversed',
  'javascript.builtins.Array.toSorted',
  'javascript.builtins.Map.groupBy',
  'javascript.builtins.Promise.withResolvers',
  'javascript.builtins.String.isWellFormed',
];
