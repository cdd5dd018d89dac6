import type { ItemStatus } from '../keeping/course-record.ts';

/*
 * Prerequisites of SCORM 1.2 (CAM, section 2.3.5.1): AICC script over the identifiers of items.
 *
 *   or     = and { "|" and }
 *   and    = not { "&" not }
 *   not    = [ "~" ] value
 *   value  = "(" or ")" | count "*" "{" or { "," or } "}" | identifier [ ( "=" | "<>" ) status ]
 */

const token = /\s*(<>|[&|~(){},=*]|"[^"]*"|[^\s&|~(){},=*<>"]+)/y;

/** Statuses as a script writes them: a word, or its first letter. */
const statuses = [
  'passed',
  'completed',
  'browsed',
  'failed',
  'not attempted',
  'incomplete',
] as const;
type Status = (typeof statuses)[number];

/**
 * True where the condition is met. A script that cannot be read is met: a course must not be closed to its
 * learners because of it.
 */
export function isMet(
  script: string,
  statusOf: (identifier: string) => ItemStatus | undefined,
): boolean {
  try {
    return new Script(script, statusOf).evaluate();
  } catch (error) {
    console.warn(`The prerequisites ${JSON.stringify(script)} cannot be read.`, error);
    return true;
  }
}

class Script {
  readonly #tokens: readonly string[];
  readonly #statusOf: (identifier: string) => ItemStatus | undefined;
  #next = 0;

  constructor(script: string, statusOf: (identifier: string) => ItemStatus | undefined) {
    this.#tokens = tokensOf(script);
    this.#statusOf = statusOf;
  }

  evaluate(): boolean {
    const value = this.#or();
    if (this.#next < this.#tokens.length) throw new SyntaxError('More than one condition.');
    return value;
  }

  #or(): boolean {
    let value = this.#and();
    while (this.#take('|')) value = this.#and() || value;
    return value;
  }

  #and(): boolean {
    let value = this.#not();
    while (this.#take('&')) value = this.#not() && value;
    return value;
  }

  #not(): boolean {
    return this.#take('~') ? !this.#not() : this.#value();
  }

  #value(): boolean {
    if (this.#take('(')) {
      const value = this.#or();
      this.#require(')');
      return value;
    }
    const name = this.#tokens[this.#next++];
    if (name === undefined || /^[&|~(){},=*<>]/.test(name))
      throw new SyntaxError('A name is missing.');
    if (this.#take('*')) return this.#set() >= Number(name);
    const status = statusIn(this.#statusOf(name));
    if (this.#take('=')) return status === this.#status();
    if (this.#take('<>')) return status !== this.#status();
    return status === 'passed' || status === 'completed';
  }

  /** How many of a set are met. */
  #set(): number {
    this.#require('{');
    let count = 0;
    do count += Number(this.#or());
    while (this.#take(','));
    this.#require('}');
    return count;
  }

  #status(): Status {
    const word = (this.#tokens[this.#next++] ?? '').replaceAll('"', '').toLowerCase();
    const status = statuses.find(
      (name) => name === word || (word.length === 1 && name[0] === word),
    );
    if (!status) throw new SyntaxError('No status.');
    return status;
  }

  #take(wanted: string): boolean {
    if (this.#tokens[this.#next] !== wanted) return false;
    this.#next += 1;
    return true;
  }

  #require(wanted: string): void {
    if (!this.#take(wanted)) throw new SyntaxError(`${wanted} is missing.`);
  }
}

function tokensOf(script: string): readonly string[] {
  const tokens: string[] = [];
  const text = script.trim();
  token.lastIndex = 0;
  while (token.lastIndex < text.length) {
    const [, symbol] = token.exec(text) ?? [];
    if (symbol === undefined) throw new SyntaxError('Something unknown.');
    tokens.push(symbol);
  }
  return tokens;
}

function statusIn(status: ItemStatus | undefined): Status {
  if (status?.success === 'passed' || status?.success === 'failed') return status.success;
  if (status?.completion === 'completed' || status?.completion === 'incomplete')
    return status.completion;
  return 'not attempted';
}
