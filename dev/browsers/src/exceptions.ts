/** Features may be used that some supported browsers lack, with what happens there. Printed in docs/browsers.md. */
export const exceptions: Readonly<Record<string, string>> = {
  'api.CSS.highlights_static': 'marks stand in the list below the text alone',
  'api.Highlight': 'marks stand in the list below the text alone',
  'api.Document.prerenderingchange_event': 'the others load no page ahead of its visit',
  'api.HTMLElement.inert':
    'Safari 15.4: keys reach what an open dialog or table of contents covers',
  'html.elements.video.playsinline': 'computers play films in the page anyway',
  'html.global_attributes.autocapitalize': 'no keyboard on the screen, no capitals by itself',
  'html.global_attributes.autocorrect': 'the keyboard on the screen may correct a code',
  'html.global_attributes.inert':
    'Safari 15.4: keys reach what an open dialog or table of contents covers',
  'api.Navigator.userActivation':
    'a request that needs a press is believed to have had one; nothing asks to keep what is stored',
  'api.UserActivation.isActive':
    'a request that needs a press is believed to have had one; nothing asks to keep what is stored',
  'api.Window.beforeunload_event':
    'iPads leave a page without asking; what was accepted lies on the device by then',
  'api.PointerEvent.getCoalescedEvents': 'drawn lines have fewer points',
  'css.at-rules.container': 'Safari 15: the layout for little room',
  'css.at-rules.media.forced-colors': 'Safari 15: no high-contrast mode there',
  'css.at-rules.page': 'paper stands upright, and many columns are cut off',
  'css.at-rules.starting-style': 'signs come without a transition',
  'css.properties.accent-color': 'controls keep the colour of the system',
  'css.properties.align-content.start': 'grids had it before; the date is that of other boxes',
  'css.properties.break-after.avoid': 'a heading may stand at the foot of a printed page',
  'css.properties.container': 'Safari 15: the layout for little room',
  'css.properties.container-type': 'Safari 15: the layout for little room',
  'css.properties.container-type.inline-size': 'Safari 15: the layout for little room',
  'css.properties.container.inline-size': 'Safari 15: the layout for little room',
  'css.properties.cursor.crosshair': 'fingers have no cursor',
  'css.properties.cursor.default': 'fingers have no cursor',
  'css.properties.cursor.pointer': 'fingers have no cursor',
  'css.properties.cursor.progress': 'fingers have no cursor',
  'css.properties.field-sizing': 'text fields scroll instead of growing',
  'css.properties.field-sizing.content': 'text fields scroll instead of growing',
  'css.properties.font-family.ui-monospace': 'the next font of the list',
  'css.properties.forced-color-adjust': 'no high-contrast mode there',
  'css.properties.forced-color-adjust.none': 'no high-contrast mode there',
  'css.properties.outline': 'Safari 15 and 16.3: focus rings have no round corners',
  'css.properties.overscroll-behavior': 'the page behind a list scrolls on at its end',
  'css.properties.overscroll-behavior.contain': 'the page behind a list scrolls on at its end',
  'css.properties.resize': 'fingers have no handle to pull',
  'css.properties.resize.vertical': 'fingers have no handle to pull',
  'css.properties.scrollbar-color': 'scroll bars have the colours of the system',
  'css.properties.size':
    'the descriptor of @page had the name before; the date is that of a property',
  'css.properties.text-wrap': 'lines break where they are full',
  'css.properties.text-wrap.balance': 'lines break where they are full',
  'css.properties.text-wrap.pretty': 'lines break where they are full',
  'css.selectors.-moz-progress-bar': 'the others have a name of their own',
  'css.selectors.-webkit-progress-bar': 'the others have a name of their own',
  'css.selectors.-webkit-progress-value': 'the others have a name of their own',
  'css.selectors.has': 'Firefox 115: no tint around chosen options; other refinements of layout',
  'css.selectors.highlight': 'marks stand in the list below the text alone',
};

/** `apps/shell/src/fallback.ts` brings these to the shell. */
export const shellFallback: readonly string[] = [
  'api.AbortSignal.any_static',
  'api.AbortSignal.timeout_static',
  'api.URL.canParse_static',
  'api.URL.parse_static',
  'javascript.builtins.Array.toReversed',
  'javascript.builtins.Array.toSorted',
  'javascript.builtins.Map.groupBy',
  'javascript.builtins.Promise.withResolvers',
  'javascript.builtins.String.isWellFormed',
];
