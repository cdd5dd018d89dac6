import { randomUUID } from 'node:crypto';
import type { Contract } from '@lectern/contracts';
import type { Client } from '@lectern/contracts/client';
import type { SignedIn } from '@lectern/env/testing';
import { startPeopledPlatform } from '../peopled-platform.ts';
import type { TestPlatform } from '../platform.ts';

/** Somebody who writes in an issue of a course. */
export interface Writer extends SignedIn {
  readonly clag: Client<Contract['clag']>;
  /** Fields of a body that speaks of the issue. */
  readonly issue: {
    readonly subject: string;
    readonly course_id_dto: { readonly course_id: string };
    readonly issue_id_dto: { readonly issue_id: string };
  };
}

export interface Writers {
  readonly platform: TestPlatform;
  /** Somebody whom nobody has seen before. */
  newWriter(): Promise<Writer>;
  close(): Promise<void>;
}

export async function startWriters(): Promise<Writers> {
  const { platform, newPerson, close } = await startPeopledPlatform();
  return {
    platform,
    async newWriter() {
      const who = await newPerson();
      return { ...who, clag: platform.as('clag', who), issue: issueOf(who.subject) };
    },
    close,
  };
}

export function issueOf(subject: string, issueId = 'wasser-2026') {
  return {
    subject,
    course_id_dto: { course_id: 'wasser' },
    issue_id_dto: { issue_id: issueId },
  };
}

export const topic_dto = { topic_id: 'kreislauf' };
export const exercise_dto = { exercise_id: 'luecken' };

export const newId = () => randomUUID();

export function bookmark(bookmark_id: string, title: string, version = 0) {
  return { bookmark_id, title, color_index: 'ANNOTATION_COLOR_1', version } as const;
}

export function note(note_id: string, text: string, version = 0) {
  return {
    note_id,
    note_type: 'SIDENOTE',
    content: { note_content_type: 'PLAIN_TEXT', text },
    version,
  } as const;
}

export function highlight(annotation_id: string, exact: string, version = 0) {
  return {
    annotation_id,
    anchor: { location: 'topic_text', quote: { exact }, position: { start: 0, end: exact.length } },
    color_index: 'ANNOTATION_COLOR_2',
    version,
  } as const;
}

export function essay(answer_id: string, text: string, version = 0) {
  return {
    ...exercise_dto,
    answer_id,
    content: { basic_answer_type: 'essay', text },
    is_done: false,
    version,
  } as const;
}

export function page(topic_id: string, html: string, version = 0) {
  return {
    topic_id,
    title: 'Ausflug',
    content: { topic_type: 'EDITABLE_HTML', html },
    version,
  } as const;
}

/** A removal. */
export function gone<Ids extends object>(ids: Ids, version: number) {
  return { ...ids, version, is_removed: true } as const;
}
