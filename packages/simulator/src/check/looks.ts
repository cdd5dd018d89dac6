import { oldestVersion, protocolVersion, silenceLimitInMs } from '@lectern/sdk/protocol';
import { contentRules } from '@lectern/sdk/rules';
import { askFor } from './answer.ts';
import { failed, notSeen, passed, type Verdict } from './finding.ts';
import { awayFault } from './framing.ts';
import { localShell, pageFault } from './page.ts';
import type { Scene } from './scene.ts';
import { silenceOf } from './silence.ts';
import { afterTeardown, faultOf, isSafeWay, list, sent, steady } from './verdicts.ts';

interface Rule {
  readonly id: string;
  readonly rule: string;
}
/** One thing that is looked for in the page's address and headers. */
export interface AddressLook extends Rule {
  readonly look: (content: URL) => Promise<Verdict>;
}
/** One thing that is looked for while the page is open. */
export interface Look extends Rule {
  readonly look: (scene: Scene) => Promise<Verdict>;
}

const seconds = silenceLimitInMs / 1000;
/** How many faults of one kind are named. */
const namedFaults = 3;

/** In the order in which an author mends things: what comes later often follows from what comes first. */
export const addressLooks: readonly AddressLook[] = [
  {
    id: 'FRAME-1',
    rule: 'The page can be loaded, shown and heard in a frame of the shell.',
    async look(content) {
      const fault = await pageFault(content);
      return fault ? failed(fault.why, fault.toDo) : passed;
    },
  },
  {
    id: 'FRAME-2',
    rule: 'The page is served over https or from this machine.',
    look: async (content) =>
      isSafeWay(content)
        ? passed
        : failed(
            `${content.origin} is plain http: anybody on the way can read and change it.`,
            'Serve it by https; browsers show nothing else in a shell that comes by https.',
          ),
  },
  {
    id: 'FRAME-3',
    rule: 'The shell can tell that the page’s host is reachable.',
    async look(content) {
      // As the shell asks, whatever the answer says.
      const answer = await askFor(content, 'HEAD');
      if ('why' in answer)
        return failed(
          `${answer.why} The shell asks with HEAD and therefore treats the host as unreachable.`,
          'Let its server answer HEAD, with whatever status.',
        );
      const fault = awayFault(content, answer.headers, localShell);
      return fault ? failed(fault.why, fault.toDo) : passed;
    },
  },
];

/** Of an open page, in the same order: that which is about its first message comes first. */
export const looks: readonly Look[] = [
  {
    id: 'HELLO-1',
    rule: contentRules['HELLO-1'],
    async look(scene) {
      const opening = await scene.first();
      const [first] = sent(opening);
      if (!first) {
        const silence = await silenceOf(scene.content, opening);
        return failed(silence.why, silence.toDo);
      }
      if (first['action'] !== 'hello')
        return failed(
          `Its first message is ${String(first['action'])}, not hello.`,
          'Say hello first, as `connect()` of the SDK does.',
        );
      const payload = Object(first['payload']) as Readonly<Record<string, unknown>>;
      const { version = 1 } = payload;
      const isSpoken = Number.isSafeInteger(version) && Number(version) >= oldestVersion;
      return isSpoken
        ? passed
        : failed(
            `It speaks version ${JSON.stringify(version)}; the container ${oldestVersion} to ${protocolVersion}.`,
            'Say the version of the bridge that the content is written for, a whole number.',
          );
    },
  },
  {
    id: 'PLACE-2',
    rule: contentRules['PLACE-2'],
    async look(scene) {
      const { isReady, errors } = await scene.plain();
      return isReady
        ? passed
        : failed(
            `No ready came within ${seconds} seconds.${errors.length > 0 ? ` It failed: ${errors[0]}` : ''}`,
            'Call `container.ready()` once the page can be used, also where something could not be loaded.',
          );
    },
  },
  {
    id: 'MESSAGE-6',
    rule: contentRules['MESSAGE-6'],
    async look(scene) {
      const messages = [...sent(await scene.plain()), ...sent(await scene.tornDown())];
      if (messages.length === 0) return notSeen('It has sent nothing.');
      const faults = [...new Set(messages.flatMap((message) => faultOf(message) ?? []))];
      const others = faults.length - namedFaults;
      return faults.length === 0
        ? passed
        : failed(
            [...faults.slice(0, namedFaults), ...(others > 0 ? [`And ${others} more.`] : [])].join(
              ' ',
            ),
            'Compare with the table of actions in docs/bridge/protocol.md.',
          );
    },
  },
  {
    id: 'MESSAGE-7',
    rule: contentRules['MESSAGE-7'],
    look: async (scene) =>
      steady(await scene.plain(), await scene.withUnknown(), {
        when: 'When events and members came that it does not know',
        toDo: 'Ignore what you do not know: newer containers may send more.',
      }),
  },
  {
    id: 'LINK-1',
    rule: 'The content opens at a deep link, even if the place does not exist.',
    async look(scene) {
      const opening = await scene.linked();
      return steady(await scene.plain(), opening, {
        when: `When it was opened at ${new URL(opening.address).search}`,
        toDo: 'Where the place is unknown, open the first page.',
      });
    },
  },
  {
    id: 'RELOAD-1',
    rule: 'The content starts again after a reload.',
    look: async (scene) =>
      steady(await scene.plain(), await scene.reloaded(), {
        when: 'After a reload',
        toDo: 'What is kept from before must not keep the page from starting.',
      }),
  },
  {
    id: 'TEACHER-1',
    rule: 'The content opens for a teacher, and takes `open-answer` where it says `class-answers`.',
    look: async (scene) =>
      steady(await scene.plain(), await scene.asTeacher(), {
        when: 'For a teacher',
        toDo: 'Expect a teacher without answers of its own, and a pupil who has left the class.',
      }),
  },
  {
    id: 'FAILURE-1',
    rule: 'The content keeps working when services are slow or unreachable.',
    async look(scene) {
      const [slow, offline, before] = await Promise.all([
        scene.slow(),
        scene.offline(),
        scene.plain(),
      ]);
      const verdict = steady(before, slow, {
        when: 'With slow services',
        toDo: 'Do not wait for a service before `ready()`, or show that you are waiting.',
      });
      if (verdict.state !== 'passed') return verdict;
      return steady(before, offline, {
        when: 'Without services',
        toDo: 'Catch what the requests throw; a `BridgeError` says whether trying again can help.',
      });
    },
  },
  {
    id: 'FAILURE-2',
    rule: 'The content keeps working when its requests are refused.',
    async look(scene) {
      const codes = ['NOT_LOGGED_IN', 'TOO_MANY', 'UNAVAILABLE'] as const;
      const [before, refused] = await Promise.all([scene.plain(), scene.refused(codes)]);
      for (const [index, code] of codes.entries()) {
        const verdict = steady(before, refused[index]!, {
          when: `When every request was answered with ${code}`,
          toDo: 'Catch what the requests throw, `ready()` included.',
        });
        if (verdict.state !== 'passed') return verdict;
      }
      return passed;
    },
  },
  {
    id: 'SESSION-5',
    rule: contentRules['SESSION-5'],
    look: async (scene) => afterTeardown(await scene.tornDown()),
  },
  {
    id: 'ORIGIN-3',
    rule: contentRules['ORIGIN-3'],
    async look(scene) {
      const { asked, isMarked, reactions } = (await scene.deceived()).forged;
      if (!asked.some((action) => action !== 'hello')) return notSeen('It has asked for nothing.');
      const toDo =
        'Look at both: `event.source === parent`, and `event.origin` as in the answer to hello.';
      if (isMarked) return failed('It shows what a nested frame has forged.', toDo);
      return reactions.length === 0
        ? passed
        : failed(
            `A nested frame forged answers, and the content acted on them: ${list(reactions)}.`,
            toDo,
          );
    },
  },
  {
    id: 'ORIGIN-4',
    rule: 'Nothing but hello is sent to any origin (`*`).',
    async look(scene) {
      const { asked, leaked } = (await scene.deceived()).decoyed;
      if (asked.length === 0) return notSeen('It has sent nothing.');
      return leaked.length === 0
        ? passed
        : failed(
            `It was answered by another origin, and sent to this one: ${list(leaked)}. Any page that frames this one would read it.`,
            'Send to the origin that has answered hello: `parent.postMessage(message, origin)`.',
          );
    },
  },
  {
    id: 'TIME-2',
    rule: contentRules['TIME-2'],
    look: async () => notSeen('This happens inside the content. The SDK takes care of it.'),
  },
];

/** Ids of all rules, in the order in which they are looked at. */
export const ruleIds: readonly string[] = [...addressLooks, ...looks].map(({ id }) => id);
