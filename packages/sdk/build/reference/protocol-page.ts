import { errors } from '../../src/protocol/errors.ts';
import { events } from '../../src/protocol/events.ts';
import * as limits from '../../src/protocol/limits.ts';
import { actions, capabilities, weightyActions } from '../../src/protocol/names.ts';
import { requests } from '../../src/protocol/requests.ts';
import { containerRules, contentRules } from '../../src/protocol/rules.ts';
import { docComments, type DocComments } from './doc-comments.ts';
import { conversation } from './drawings.ts';
import { block, code, paragraph, table } from './markdown.ts';
import { shown } from './named-shapes.ts';

const protocol = new URL('../../src/protocol/', import.meta.url);
const comments = (file: string) => docComments(new URL(file, protocol));

/** Of limits of the bridge alone, and of those that it has in common with the calls. */
export function limitComments(): Pick<DocComments, 'constants' | 'texts'> {
  const files = [comments('limits.ts'), comments('contract.ts')];
  return {
    constants: files.flatMap(({ constants }) => constants).filter((name) => name in limits),
    texts: new Map(files.flatMap(({ texts }) => [...texts])),
  };
}

/** The reference of the protocol, made of its tables and their comments. */
export function protocolPage(): string {
  const sections = [
    `# The bridge: protocol

${paragraph(`What content in the frame and the container around it say to each other, version ${limits.protocolVersion}. The SDK (${code('@lectern/sdk')}) speaks it for authors ([getting started](getting-started.md)); content without the SDK may speak it by itself.`)}

This page is made of \`packages/sdk/src/protocol\` by \`node packages/sdk/build/write-reference.ts\`. Names of payloads
and results lead to the files there that say their members.`,
    `## Life cycle\n\n${block('mermaid', conversation)}`,
    `## Messages\n\n${messageForms()}`,
    `## Requests\n\n${requestTable()}`,
    `## Events\n\n${eventTable()}`,
    `## Errors\n\n${errorTable()}`,
    `## Version and capabilities\n\n${negotiation()}`,
    `## Limits and time-outs\n\n${limitTables()}`,
    `## Rules\n\n${ruleTables()}`,
  ];
  return `${sections.join('\n\n')}\n`;
}

function messageForms(): string {
  const { texts } = comments('messages.ts');
  const failure = '{ code, message }';
  const forms = [
    ['request', "{ origin: 'iframe', action, id?, payload? }", 'RequestMessage'],
    ['answer', "{ origin: 'container', action, id, result }", 'AnswerMessage'],
    ['failure', `{ origin: 'container', action, id, error: ${failure} }`, 'AnswerMessage'],
    ['event', "{ origin: 'container', event, payload }", 'EventMessage'],
  ] as const;
  return table(
    ['message', 'form', 'meaning'],
    forms.map(([name, form, type]) => [name, code(form), texts.get(type) ?? '']),
  );
}

function requestTable(): string {
  const { texts } = comments('requests.ts');
  const rows = Object.entries(requests).map(([action, { payload, result }]) => [
    code(action),
    shown(payload),
    shown(result),
    texts.get(`requests.${action}`) ?? '',
  ]);
  return table(['action', 'payload', 'result', 'meaning'], rows);
}

function eventTable(): string {
  const { texts } = comments('events.ts');
  const rows = Object.entries(events).map(([event, payload]) => [
    code(event),
    shown(payload),
    texts.get(`events.${event}`) ?? '',
  ]);
  return table(['event', 'payload', 'meaning'], rows);
}

function errorTable(): string {
  const { texts } = comments('errors.ts');
  const rows = Object.entries(errors).map(([name, { mayRetry }]) => [
    code(name),
    mayRetry ? 'yes' : 'no',
    texts.get(`errors.${name}`) ?? '',
  ]);
  return `${paragraph(texts.get('errors') ?? '')}\n\n${table(['code', 'may succeed later', 'why'], rows)}`;
}

function negotiation(): string {
  const { texts } = comments('names.ts');
  const listed = capabilities.map(code).join(', ');
  return `${paragraph('Both are agreed on with `hello`, by the rules HELLO-1 to HELLO-6.')}

${limitTable((name) => name.endsWith('Version'))}

${paragraph(`Capabilities: ${listed}. ${texts.get('capabilities') ?? ''}`)}`;
}

function limitTables(): string {
  const light = actions.filter((name) => !weightyActions.includes(name));
  const { texts } = comments('names.ts');
  const isTime = (name: string) => name.endsWith('InMs');
  return `### Times

${limitTable(isTime)}

### Limits

${limitTable((name) => !isTime(name) && !name.endsWith('Version'))}

${paragraph(`Weighty are all actions but ${light.map(code).join(', ')}. ${texts.get('weightyActions') ?? ''}`)}`;
}

function limitTable(isMeant: (name: string) => boolean): string {
  const { constants, texts } = limitComments();
  const values: Readonly<Record<string, number>> = { ...limits };
  const rows = constants
    .filter(isMeant)
    .map((name) => [code(name), withUnit(name, values[name] ?? Number.NaN), texts.get(name) ?? '']);
  return table(['name', 'value', 'meaning'], rows);
}

function withUnit(name: string, value: number): string {
  if (name.endsWith('InMs')) return `${value / 1000} s`;
  if (name.endsWith('InBytes')) return `${value / 1024 ** 2} MiB`;
  return value.toLocaleString('en');
}

function ruleTables(): string {
  const sides = { container: containerRules, content: contentRules };
  return Object.entries(sides)
    .map(([side, rules]) => table([side, 'rule'], Object.entries(rules)))
    .join('\n\n');
}
