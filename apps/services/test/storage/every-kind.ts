import { hash, randomUUID } from 'node:crypto';
import type { SignedIn } from '@lectern/env/testing';
import { createKey } from '../../src/learning-records/access/api-keys.ts';
import { bringIn, launchUnit, runUnit, unit } from '../learning-records/cmi5/course.ts';
import type { TestPlatform } from '../platform.ts';
import { markedVersions } from '../publishing/marked-versions.ts';
import { makePublisher, smallIssue } from '../publishing/publication.ts';
import { leaveTraces } from '../users/subject-traces.ts';
import { insertRows } from '../rows.ts';

/** Word that stands in all that Mia writes. */
export const miasWord = 'Regenbogen';
/** Where Mia writes. */
export const place = {
  course_id_dto: { course_id: 'wasser' },
  issue_id_dto: { issue_id: 'wasser-2026' },
  topic_dto: { topic_id: 'kreislauf' },
};

/** Fills every table of a platform: by calls, and by rows where a call would take others' servers. */
export async function makeEveryKind(platform: TestPlatform): Promise<void> {
  const { signIn } = platform.identityProvider;
  const [mia, ben, lea, thomas, sofia] = await Promise.all([
    signIn('mia'),
    signIn('ben'),
    signIn('lea'),
    signIn('thomas'),
    signIn('sofia'),
  ]);
  await insertRows(platform.database, 'aua.user_roles', [
    { subject: mia.subject, role: 'student' },
    { subject: sofia.subject, role: 'administrator' },
  ]);
  await leaveTraces(platform, mia, sofia, miasWord);
  await platform.as('clag', mia).localStoreItemSetForModel({
    body: { ...place, local_store_items: [{ segment: 's', key: 'k', value: miasWord }] },
  });
  await publishCourses(platform, await makePublisher(platform, lea, 'LECTERN'), mia);
  await platform.as('aua', sofia).userDelete({ body: { subject: 'somebody-else' } });
  await platform
    .as('aua', ben)
    .userLink({ body: { from_token: ben.token, to_token: thomas.token, migrate: true } });
  await leaveRows(platform);
}

async function publishCourses(platform: TestPlatform, publisher: SignedIn, learner: SignedIn) {
  const water = { course_id: 'wasser', issue_id: 'wasser-2026', products: ['wasser-entdecken'] };
  const versions = markedVersions({ ...smallIssue, ...water });
  await versions.publish(platform, publisher, 'Stand 1');
  await versions.publish(platform, publisher, 'Stand 2');
  const weather = await bringIn(platform, publisher, [unit('wolken'), unit('wind')]);
  const clouds = await runUnit(platform, await launchUnit(platform, learner, weather, 'wolken'));
  for (const verb of ['initialized', 'completed', 'terminated'])
    await clouds.send(clouds.statement(verb));
  await runUnit(platform, await launchUnit(platform, learner, weather, 'wind'));
}

async function leaveRows({ database }: TestPlatform): Promise<void> {
  await createKey(database, { title: 'Tool', scopes: ['all/read'] });
  await database
    .insertInto('aua.denied_sessions')
    .values({ issuer: 'https://login.example', kind: 'session', value: 'sid' })
    .execute();
  await insertRows(database, 'aua.property_templates', { key: 'theme', description: 'Colours' });
  await database
    .insertInto('aua.provider_groups')
    .values({ identity_provider_identifier: 'EDULOG', group_name: '5b' })
    .execute();
  await insertRows(database, 'lars.activity_profiles', {
    activity_key: Buffer.from(hash('sha256', 'https://lectern.example/a'), 'hex'),
    profile_key: Buffer.from(hash('sha256', 'stand'), 'hex'),
    activity_id: 'https://lectern.example/a',
    profile_id: 'stand',
    content_type: 'text/plain',
    etag: hash('sha1', 'Stand'),
    content: Buffer.from('Stand'),
  });
  await insertRows(database, 'lars.forwardings', { target: 'store', position: '0' });
  await insertRows(database, 'osc.order_systems', {
    order_system_identifier: 'SHOP',
    connector_id: 'SHOP',
    client_id: 'shop',
    notification_address: 'https://shop.example/',
    notification_key: 'key',
    mandant_identifiers: ['LECTERN'],
  });
  const video_convert_id = randomUUID();
  await insertRows(database, 'atma.video_converts', {
    video_convert_id,
    file_reference: 'film',
    space: 'mandant:LECTERN',
    asset_stage: 'ASSET_STAGE_PROD',
    asset_type: 'ASSET_TYPE_WEB_PUB',
    requested_version: 0,
    source_version: 1,
    video_rendition: 'VIDEO_RENDITION_HLS',
    target_file_reference: 'film.m3u8',
    state: 'DONE',
    turn: randomUUID(),
  });
  await database
    .insertInto('atma.video_convert_objects')
    .values({ video_convert_id, object_id: randomUUID() })
    .execute();
}
