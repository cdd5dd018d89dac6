/**
 * Starts Swagger UI on the platform's own document, for reading only: a call made by mistake on this
 * page would be a real one.
 *
 * `SwaggerUIBundle` is set by the script before this one. Components are made with the React that
 * Swagger UI brings; what they replace is named as its documentation on plug points names it.
 */

/** What a call is found by, in lower case. */
function searchText(tag, operation) {
  const details = operation.get('operation');
  return [
    tag,
    operation.get('path'),
    ...['summary', 'operationId', 'x-permission'].map((field) => details.get(field, '')),
  ]
    .join(' ')
    .toLowerCase();
}

/** Keeps the calls that have every word of the phrase somewhere, and the services that have any. */
function filterCalls(taggedOperations, phrase) {
  const words = phrase.toLowerCase().split(/\s+/);
  return taggedOperations
    .map((group, tag) =>
      group.update('operations', (operations) =>
        operations.filter((operation) => {
          const text = searchText(tag, operation);
          return words.every((word) => text.includes(word));
        }),
      ),
    )
    .filter((group) => group.get('operations').size > 0);
}

function reading({ React: { createElement } }) {
  const nothing = () => null;

  function Introduction({ specSelectors, getComponent }) {
    const info = specSelectors.info();
    return createElement(
      'div',
      { className: 'introduction' },
      createElement('h1', null, info.get('title')),
      createElement(getComponent('Markdown'), { source: info.get('description') }),
      createElement('a', { href: specSelectors.url() }, 'OpenAPI document'),
    );
  }

  function Search({ specSelectors, layoutSelectors, layoutActions }) {
    const phrase = layoutSelectors.currentFilter() || '';
    const found = specSelectors
      .taggedOperations()
      .reduce((sum, group) => sum + group.get('operations').size, 0);
    return createElement(
      'search',
      { className: 'search' },
      createElement('label', { htmlFor: 'search' }, 'Search the calls'),
      createElement('input', {
        id: 'search',
        type: 'search',
        placeholder: 'Name, path or permission',
        value: phrase,
        onChange: ({ target }) => layoutActions.updateFilter(target.value),
      }),
      createElement('output', { htmlFor: 'search' }, found === 1 ? '1 call' : `${found} calls`),
    );
  }

  /** The whole row is a button, which must not hold a link; opening the row sets the address. */
  const RowTitle = ({ text }) => createElement('span', null, text);

  const markOpenCalls = (OperationSummaryPath) => (props) => [
    createElement(OperationSummaryPath, { ...props, key: 'path' }),
    props.operationProps.getIn(['op', 'x-open']) &&
      createElement('span', { key: 'open', className: 'not-served' }, 'not served yet'),
  ];

  /** Errors all have the form that the introduction shows: their codes are what there is to read. */
  const shortenErrors = (Response) => (props) =>
    Number(props.code) < 400
      ? createElement(Response, props)
      : createElement(
          'tr',
          { className: 'response' },
          createElement('td', { className: 'response-col_status' }, props.code),
          createElement(
            'td',
            { className: 'response-col_description', colSpan: 2 },
            createElement(props.getComponent('Markdown'), {
              source: props.response.get('description'),
            }),
          ),
        );

  /** Without it, a search without result claims that the document is empty. */
  const hideEmptyList = (Operations) => (props) =>
    props.specSelectors.taggedOperations().size > 0 && createElement(Operations, props);

  /** What is found must be seen: a search opens the services that have a hit. */
  const openWhatIsFound = (isShown, system) => (_state, thing, byDefault) =>
    (thing[0] === 'operations-tag' && Boolean(system.layoutSelectors.currentFilter())) ||
    isShown(thing, byDefault);

  return {
    fn: { opsFilter: filterCalls },
    components: {
      InfoContainer: Introduction,
      FilterContainer: Search,
      DeepLink: RowTitle,
      // Both belong to making calls.
      ServersContainer: nothing,
      AuthorizeBtnContainer: nothing,
      authorizeOperationBtn: nothing,
    },
    wrapComponents: {
      operations: hideEmptyList,
      OperationSummaryPath: markOpenCalls,
      response: shortenErrors,
    },
    statePlugins: { layout: { wrapSelectors: { isShown: openWhatIsFound } } },
  };
}

SwaggerUIBundle({
  domNode: document.querySelector('main'),
  url: document.querySelector('link[type="application/openapi+json"]').href,
  plugins: [reading],
  supportedSubmitMethods: [],
  // Its default asks a public validator.
  validatorUrl: null,
  docExpansion: 'none',
  deepLinking: true,
  defaultModelsExpandDepth: -1,
  defaultModelExpandDepth: 3,
  syntaxHighlight: { activated: false },
});
