/*
 * Scripts inside the browser's pages during a check. The functions are handed to Chromium as text, so
 * each stands by itself.
 */

/** Changes to the messages on their way to the content. */
export interface Plan {
  /** Answers, and events in between, have members that no version knows. */
  readonly addsUnknown?: boolean;
  /** Every request but `hello` fails with this code. */
  readonly refusesWith?: string;
  /** Answers wait until they are released, but for that to `hello`. */
  readonly holdsAnswers?: boolean;
  /** Window messages seem to come from this origin, and bring no port. */
  readonly decoyOrigin?: string;
}

/** Name of the function by which pages tell what they see. */
export const reportName = 'lecternCheckTell';
/** Name under which the instruments stand in a page. */
export const handleName = 'lecternCheck';

/** An observation, reported as it happens. */
export type Observation =
  | {
      readonly kind: 'message';
      readonly way: Way;
      readonly over: 'port' | 'window';
      readonly message: unknown;
    }
  | { readonly kind: 'error'; readonly text: string }
  /** The shell's policy has kept a frame from going there. */
  | { readonly kind: 'blocked'; readonly address: string };
export type Way = 'to container' | 'to content';

interface Names {
  readonly plan: Plan;
  readonly shellOrigin: string;
  readonly contentOrigin: string;
  readonly reportName: string;
  readonly handleName: string;
}

/** Runs in every document before its own scripts; does something in the shell's and the content's. */
export function instrument(names: Names): void {
  const { shellOrigin, contentOrigin, reportName, handleName } = names;
  type Data = Readonly<Record<string, unknown>> | null;
  const isShell = window === top && location.origin === shellOrigin;
  const isContent = window !== top && parent === top && location.origin === contentOrigin;
  if (!isShell && !isContent) return;

  const report = (observation: Observation): void => {
    const send: unknown = Reflect.get(window, reportName);
    // A message that cannot be written as JSON is reported as such; the shell refuses it, too.
    if (typeof send === 'function') send(JSON.stringify(observation));
  };
  const see = (way: Way, over: 'port' | 'window', message: unknown) =>
    report({ kind: 'message', way, over, message });
  let { plan } = names;
  const held: (() => void)[] = [];

  /** The message as the plan has it. */
  const changed = (message: NonNullable<Data>): NonNullable<Data> => {
    const { action } = message;
    if (plan.addsUnknown) {
      const result = message['result'];
      const isOpen = typeof result === 'object' && result !== null && !Array.isArray(result);
      return {
        ...message,
        ...(isOpen ? { result: { ...result, unheardOf: { of: ['later'] } } } : {}),
        unheardOf: true,
      };
    }
    if (plan.refusesWith === undefined || action === undefined || action === 'hello')
      return message;
    const { result: _result, ...others } = message;
    return { ...others, error: { code: plan.refusesWith, message: 'Refused by the check.' } };
  };
  const send = (
    message: NonNullable<Data>,
    deliver: (message: NonNullable<Data>) => void,
  ): void => {
    const { action } = message;
    const waits = plan.holdsAnswers === true && action !== undefined && action !== 'hello';
    if (waits) held.push(() => deliver(message));
    else deliver(changed(message));
  };
  const release = (): void => {
    while (held.length > 0) held.shift()!();
  };

  if (isShell) {
    const ports: ((message: unknown) => void)[] = [];
    const Native = MessageChannel;
    window.MessageChannel = class extends Native {
      constructor() {
        super();
        const port = this.port1;
        const post = port.postMessage.bind(port);
        let isBridge = false;
        port.addEventListener('message', ({ data }: MessageEvent<Data>) => {
          if (data?.['origin'] !== 'iframe') return;
          if (!isBridge) ports.push(post);
          isBridge = true;
          see('to container', 'port', data);
        });
        port.postMessage = (message: Data, ...rest: never[]) => {
          if (message?.['origin'] !== 'container') return post(message, ...rest);
          see('to content', 'port', message);
          send(message, post);
        };
      }
    };
    addEventListener('message', ({ data, origin }: MessageEvent<Data>) => {
      if (origin === contentOrigin && data?.['origin'] === 'iframe')
        see('to container', 'window', data);
    });
    addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
      if (effectiveDirective === 'frame-src') report({ kind: 'blocked', address: blockedURI });
    });
    const tellContent = (message: unknown): void => {
      for (const post of ports) post(message);
      for (const frame of document.querySelectorAll('iframe'))
        frame.contentWindow?.postMessage(message, contentOrigin);
    };
    const follow = (next: Plan): void => {
      plan = next;
    };
    Reflect.set(window, handleName, { follow, release, tellContent });
    return;
  }

  /** From here on nobody types any more: what comes after its end is no fault of the content's. */
  const leaveAlone = (): void => {
    for (const type of ['keydown', 'beforeinput', 'mousedown', 'click']) {
      const stop = (event: Event) => {
        event.preventDefault();
        event.stopImmediatePropagation();
      };
      addEventListener(type, stop, true);
    }
  };
  const own = new WeakSet<Event>();
  addEventListener(
    'message',
    (event: MessageEvent<Data>) => {
      if (own.has(event) || event.source !== parent || event.data?.['origin'] !== 'container')
        return;
      see('to content', 'window', event.data);
      if (event.data['event'] === 'teardown') leaveAlone();
      event.stopImmediatePropagation();
      send(event.data, (data) => {
        const again = new MessageEvent('message', {
          data,
          origin: plan.decoyOrigin ?? event.origin,
          source: event.source,
          ports: plan.decoyOrigin === undefined ? [...event.ports] : [],
        });
        own.add(again);
        window.dispatchEvent(again);
      });
    },
    true,
  );
  const fail = (event: Event, reason: unknown): void => {
    // Later listeners may say that they have dealt with it.
    setTimeout(() => {
      if (!event.defaultPrevented) report({ kind: 'error', text: String(reason).slice(0, 300) });
    });
  };
  addEventListener('error', (event) => fail(event, event.message));
  addEventListener('unhandledrejection', (event) => fail(event, event.reason));
  Reflect.set(window, handleName, { release });
}

export const forgerName = 'lecternCheckForger';

/** Runs in the content: opens a frame in it. */
export function openForger(name: string): void {
  const frame = document.createElement('iframe');
  frame.hidden = true;
  frame.name = name;
  document.body.append(frame);
}

/**
 * Runs in that frame: forges answers and events, with a mark that can be found again.
 *
 * @param ids Of the requests that wait for their answer.
 */
export function forge({ ids, mark }: { ids: readonly unknown[]; mark: string }): void {
  const result = { subject: mark, given_name: mark, family_name: mark };
  for (const id of ids) parent.postMessage({ origin: 'container', id, result }, '*');
  const payload = { reason: mark, graceInMs: 1 };
  for (const event of ['teardown', 'session-lost'])
    parent.postMessage({ origin: 'container', event, payload }, '*');
}
