import { randomUUID } from 'node:crypto';
import type { SignedIn } from '@lectern/env/testing';
import { recordLooks } from '../../src/groups/looks.ts';
import { joinNewGroup } from '../groups/new-group.ts';
import { send } from '../files/file-world.ts';
import { bookmark, essay, gone, highlight, newId, note, page } from '../items/writers.ts';
import { leaveRecordTraces } from '../learning-records/record-traces.ts';
import { leaveOrderTraces } from '../orders/order-traces.ts';
import { giveRole, type TestPlatform } from '../platform.ts';
import { insertRows } from '../rows.ts';

/* Somebody who does everything that the services keep, in every table that can name a subject. */

const issue = { course_id_dto: { course_id: 'wasser' }, issue_id_dto: { issue_id: 'wasser-2026' } };
const topic_dto = { topic_id: 'kreislauf' };
const product = { mandant_identifier: 'LECTERN', product_reference: 'wasser-entdecken' };

/**
 * @param office somebody who administers; it makes what no pupil can
 * @param own a word of the person, which is in whatever it writes
 */
export async function leaveTraces(
  platform: TestPlatform,
  who: SignedIn,
  office: SignedIn,
  own: string,
): Promise<void> {
  // The role comes first: what a token may is looked at once.
  await leaveUserTraces(platform, who, own);
  await leaveItems(platform, who, own);
  await leaveFeedback(platform, who, own);
  const group_id = await leaveMemberships(platform, who, own);
  await leaveAssignments(platform, who, group_id, own);
  await leaveFiles(platform, who, group_id, own);
  await leaveLicenses(platform, who, office, group_id, own);
  await redeemCoupon(platform, who, office);
  await leaveRecordTraces(platform, who, office, own);
  await leaveOrderTraces(platform.database, who.subject, `customer-${randomUUID()}`);
}

async function leaveUserTraces(platform: TestPlatform, who: SignedIn, own: string): Promise<void> {
  const { subject } = who;
  const { database } = platform;
  await giveRole(database, subject, 'teacher');
  const users = platform.as('aua', who);
  await users.userUpdateUserInfo();
  const identity = { identity_provider_identifier: 'EDULOG', external_id: randomUUID() };
  await insertRows(database, 'aua.identities', { subject, ...identity, groups: [] });
  await insertRows(database, 'aua.properties', [
    { subject, key: 'theme', value: own },
    { subject, key: `only-${own}`, value: own },
  ]);
  // The first time that they are asked for makes the key of the outbox.
  await users.userGetProperties({ body: { subject } });
  await users.userStartCloudMigration();
}

/** Each kind of item, one that was removed, and one that was replaced unseen. */
async function leaveItems(platform: TestPlatform, who: SignedIn, own: string): Promise<void> {
  const [noteId, removedId] = [newId(), newId()];
  const exchange = (changes: object) =>
    platform.as('clag', who).cloudSynchForIssue({
      body: { subject: who.subject, ...issue, changes },
    });
  await exchange({
    models: [
      {
        topic_dto,
        annotations: [highlight(newId(), `${own} highlight`)],
        notes: [note(noteId, `${own} replaced`)],
        bookmarks: [bookmark(newId(), `${own} mark`), bookmark(removedId, `${own} removed`)],
      },
    ],
    answers: [essay('a', `${own} answer`)],
    user_topics: [page('own', `<p>${own} page</p>`)],
    topic_attributes: [{ ...topic_dto, is_done: true, version: 0 }],
  });
  await exchange({
    models: [
      {
        topic_dto,
        notes: [note(noteId, `${own} note`)],
        bookmarks: [gone({ bookmark_id: removedId }, 1)],
      },
    ],
  });
}

/** Feedback on an answer, with the version that it names, and feedback that the person has given somebody. */
async function leaveFeedback({ database }: TestPlatform, { subject }: SignedIn, own: string) {
  const answer = {
    course_id: 'wasser',
    issue_id: 'wasser-2026',
    exercise_id: 'luecken',
    answer_id: 'a',
  };
  const given = {
    ...answer,
    answer_version: 1,
    group_id: 'klasse',
    given_at: new Date(),
    content: JSON.stringify({ feedback_kind: 'comment', text: own }),
    version: 1,
    change_index: 1,
    updated_at: new Date(),
  };
  await insertRows(database, 'clag.feedback', [
    { ...given, feedback_id: randomUUID(), subject, written_by: `teacher-${randomUUID()}` },
    {
      ...given,
      feedback_id: randomUUID(),
      subject: `pupil-${randomUUID()}`,
      written_by: subject,
    },
  ]);
  const content = JSON.stringify({ content: { shared_text: own } });
  await insertRows(database, 'clag.answer_versions', {
    ...answer,
    subject,
    group_id: 'klasse',
    version: 1,
    content,
    bytes: 1,
    updated_at: new Date(),
    kept_until: null,
  });
}

/** An assignment that the person has, and one that it has given. */
async function leaveAssignments(
  { database }: TestPlatform,
  { subject }: SignedIn,
  group_id: string,
  own: string,
) {
  const [has, given] = [randomUUID(), randomUUID()];
  const row = {
    group_id,
    course_id: 'wasser',
    issue_id: 'wasser-2026',
    given_at: new Date(),
    begins_at: new Date(),
    is_for_all: false,
    version: 1,
    updated_at: new Date(),
  };
  const title = (text: string) => JSON.stringify({ title: text });
  await insertRows(database, 'clag.assignments', [
    {
      ...row,
      assignment_id: has,
      written_by: `teacher-${randomUUID()}`,
      content: title('Lies.'),
    },
    { ...row, assignment_id: given, written_by: subject, content: title(own) },
  ]);
  await insertRows(database, 'clag.assignment_members', { group_id, assignment_id: has, subject });
}

/** A group of others, and one of the person's own, in which it shares; the latter's id. */
async function leaveMemberships(
  platform: TestPlatform,
  who: SignedIn,
  own: string,
): Promise<string> {
  const { subject } = who;
  const groups = platform.as('gres', who);
  await joinNewGroup(platform.database, subject);
  const { group } = await groups.groupsCreateNew({
    body: { subject, group_id: randomUUID(), provider_id: 'BEOOK_1', name: 'Klasse 5b' },
  });
  const sharings = [
    { course_id: 'wasser', issue_id: 'wasser-2026', sharing_types: ['Notes' as const] },
  ];
  const { group_id } = group;
  await groups.usersUpdate({ body: { subject, group_id, display_name: own, sharings } });
  await recordLooks(platform.database, `reader-${randomUUID()}`, [subject]);
  await recordLooks(platform.database, subject, [`read-${randomUUID()}`]);
  return group_id;
}

/** A file that the group has, one whose bytes never come, and one that was deleted again. */
async function leaveFiles(
  platform: TestPlatform,
  who: SignedIn,
  group_id: string,
  own: string,
): Promise<void> {
  const files = platform.as('atma', who);
  const deleted = own.replaceAll(' ', '-');
  const keyOf = (file_reference: string) => ({
    dto_id: file_reference,
    group_id,
    file_reference,
    asset_stage: 'ASSET_STAGE_PROD' as const,
    asset_type: 'ASSET_TYPE_ASSET_EXCHANGE' as const,
  });
  const { file_config_exchanges } = await files.fileConfigExchangeSave({
    body: {
      subject: who.subject,
      file_config_exchange_dtos: ['poster', deleted, 'never-sent'].map((file_reference) => ({
        ...keyOf(file_reference),
        file_name: `${own}.bin`,
        media_type: 'application/octet-stream',
        size_in_bytes: own.length,
      })),
    },
  });
  for (const { upload } of file_config_exchanges.slice(0, 2)) {
    const { status } = await send(upload.address, own);
    if (status !== 201) throw new Error(`The file was not taken: ${status}`);
  }
  await files.fileConfigExchangeDelete({
    body: { subject: who.subject, file_config_exchange_dtos: [keyOf(deleted)] },
  });
}

/** A licence for the group, a seat on it and an extension; and one that the person gave somebody. */
async function leaveLicenses(
  platform: TestPlatform,
  who: SignedIn,
  office: SignedIn,
  group_id: string,
  own: string,
): Promise<void> {
  const { subject } = who;
  const device_identifier = `device-${own}`;
  const [licenses, shop] = [platform.as('lima', who), platform.as('lima', office)];
  await platform.database
    .insertInto('lima.products')
    .values({ ...product, title: 'Wasser', article_numbers: [], device_maximum: 9 })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await licenses.deviceUpdateForUser({ body: { subject, device: { device_identifier } } });
  const { license_order } = await shop.licenseOrderSave({
    body: {
      subject,
      license_order: {
        ...product,
        order_system_identifier: 'SHOP',
        license_order_identifier: randomUUID(),
        license_strategy: 'LICENSE_STRATEGY_GROUP',
        group_id,
        seats: 5,
        version: 0,
      },
    },
  });
  const { license_code } = license_order;
  await licenses.licenseObtainLicenseUsage({
    body: {
      subject,
      ...product,
      license_code,
      device_identifier,
      license_usage_consistency_type: 'LICENSE_USAGE_CONSISTENCY_TYPE_VOLATILE',
    },
  });
  const extension = {
    license_override_id: randomUUID(),
    license_override_kind: 'LICENSE_OVERRIDE_KIND_EXTEND',
    reason: 'why',
    ends_at: '2999-01-01T00:00:00.000Z',
  } as const;
  await shop.licenseOverrideSave({ body: { subject, license_code, license_override: extension } });
  // From when it was of the support: whoever still is cannot be linked.
  await insertRows(platform.database, 'lima.license_overrides', {
    ...extension,
    subject: office.subject,
    license_code: 'any',
    ends_at: new Date(extension.ends_at),
    saved_by: subject,
  });
}

async function redeemCoupon(
  platform: TestPlatform,
  who: SignedIn,
  office: SignedIn,
): Promise<void> {
  const { results } = await platform.as('osc', office).couponChange({
    body: {
      new_coupons: {
        ...product,
        batch_identifier: randomUUID(),
        coupon_count: 1,
        license_strategy: 'LICENSE_STRATEGY_USER',
        seats: 1,
      },
    },
  });
  const { subject } = who;
  const { coupon_code } = results[0]!;
  await platform.as('osc', who).couponActivate({ body: { subject, coupon_code } });
}
