/**
 * Starts Swagger UI on the platform's own document, for reading only: a call made by mistake on this
 * page would be a real one.
 *
 * `SwaggerUIBundle` is set by the script before this one. Components are made with the React that
 * Swagger UI brings; what they replace is named as its documentation on plug points names it.
 */

/** Text that the search looks in, in lower case. */
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

/** Puts what is referred to in the place of the references; all of them stay in the document. */
function resolve(value, document) {
  if (Array.isArray(value)) return value.map((item) => resolve(item, document));
  if (typeof value !== 'object' || value === null) return value;
  if ('$ref' in value) {
    const [, ...path] = value.$ref.split('/');
    return resolve(valueAt(document, path), document);
  }
  const resolved = Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, resolve(item, document)]),
  );
  return resolved.allOf?.every((part) => part.properties) ? joinParts(resolved) : resolved;
}

/** An answer as it is sent: one object, rather than the parts that it is described by. */
function joinParts({ allOf, ...joined }) {
  return {
    ...joined,
    type: 'object',
    properties: Object.assign({}, ...allOf.map(({ properties }) => properties)),
    required: allOf.flatMap(({ required }) => required ?? []),
  };
}

function valueAt(document, path) {
  return path.reduce((node, key) => node?.[key], document);
}

/**
 * Swagger UI's own resolver can follow references to other documents. For that it reads the whole
 * document anew, seconds for one of this size, each time that a call is opened.
 */
async function resolveSubtree(document, path) {
  return { spec: resolve(valueAt(document, path), document), errors: [] };
}

function reading({ React: { createElement } }) {
  const nothing = () => null;

  function Introduction({ specSelectors, getComponent }) {
    const info = specSelectors.info();
    return createElement(
      'div',
      { className: 'introduction' },
      createElement('h1', null, info.get('title')),
      createElement('p', null, info.get('summary')),
      createElement('a', { href: specSelectors.url() }, 'OpenAPI document'),
      createElement(
        'details',
        null,
        createElement('summary', null, 'How to call'),
        createElement(getComponent('Markdown'), { source: info.get('description') }),
      ),
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

  /** Nothing to choose: a call takes and gives one media type. */
  const MediaType = ({ contentTypes }) =>
    createElement('span', { className: 'media-type' }, contentTypes.join(', '));

  /** The whole row is a button, which must not hold a link; opening the row sets the address. */
  const RowTitle = ({ text }) => createElement('span', null, text);

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

  /** A search opens the services that have a hit. */
  const openWhatIsFound = (isShown, system) => (_state, thing, byDefault) =>
    (thing[0] === 'operations-tag' && Boolean(system.layoutSelectors.currentFilter())) ||
    isShown(thing, byDefault);

  return {
    fn: { opsFilter: filterCalls, resolveSubtree },
    components: {
      InfoContainer: Introduction,
      FilterContainer: Search,
      DeepLink: RowTitle,
      contentType: MediaType,
      // Both belong to making calls.
      ServersContainer: nothing,
      AuthorizeBtnContainer: nothing,
      authorizeOperationBtn: nothing,
    },
    wrapComponents: {
      operations: hideEmptyList,
      response: shortenErrors,
    },
    statePlugins: { layout: { wrapSelectors: { isShown: openWhatIsFound } } },
  };
}

SwaggerUIBundle({
  domNode: document.querySelector('#reference'),
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
