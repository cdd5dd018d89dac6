import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { demoProduct } from '@lectern/env';
import type { Page, Response } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { arriveBeforeAll, newCast, visitBeforeAll } from '../src/journeys.ts';
import type { Learner } from '../src/learner.ts';
import { servicesAs, servicesOf } from '../src/services.ts';

/* Result of a conversion in the browser of a pupil whose licence opens it. */

const [mia, , , , , adrian] = newCast();
/** Longer than one part for streaming. */
const lengthInSeconds = 20;
const asset = { asset_stage: 'ASSET_STAGE_PROD', asset_type: 'ASSET_TYPE_PROS' } as const;
const film = { ...asset, mandant_identifier: demoProduct.mandant_identifier };
/** With the file of each that a player opens. */
const forms = [
  ['VIDEO_RENDITION_HLS', '/playlist.m3u8'],
  ['VIDEO_RENDITION_MP4', ''],
] as const;
type Form = (typeof forms)[number][0];
const conversionIds: Readonly<Record<Form, string>> = {
  VIDEO_RENDITION_HLS: randomUUID(),
  VIDEO_RENDITION_MP4: randomUUID(),
};

let publisher: ReturnType<typeof servicesAs>;
let learner: Learner;
let page: Page;
let file_reference: string;

const { platform } = visitBeforeAll();
beforeAll(async () => {
  publisher = servicesOf(platform, adrian);
  file_reference = await publishFilm();
  // Side by side, before a test waits for the first.
  await Promise.all(forms.map(([form]) => stateOfConversion(form)));
});
arriveBeforeAll((arrival) => ({ learner, page } = arrival));
beforeAll(() => learner.enter(mia));

/** A film with a tone, as a camera's software may write it: no browser plays it as it is. */
async function makeFilm(): Promise<Buffer<ArrayBuffer>> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-film-'));
  try {
    const path = join(folder, 'film.avi');
    await promisify(execFile)(
      'ffmpeg',
      [
        ['-nostdin', '-loglevel', 'error'],
        ['-f', 'lavfi', '-i', `testsrc=duration=${lengthInSeconds}:size=320x180:rate=10`],
        ['-f', 'lavfi', '-i', `sine=duration=${lengthInSeconds}`, path],
      ].flat(),
    );
    return await readFile(path);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function publishFilm(): Promise<string> {
  const bytes = await makeFilm();
  const media_type = 'video/x-msvideo';
  const reference = `journey/${randomUUID()}`;
  const { file_configs } = await publisher.atma.fileConfigSave({
    body: {
      file_config_dtos: [
        {
          ...film,
          dto_id: 'film',
          file_reference: reference,
          file_name: 'Film.avi',
          media_type,
          size_in_bytes: bytes.length,
          product_references: [demoProduct.product_reference],
          is_public: false,
          distribution_channel: 'UNDEFINED',
        },
      ],
    },
  });
  const { address } = file_configs[0]!.upload;
  const headers = { 'Content-Type': media_type };
  expect((await fetch(address, { method: 'PUT', headers, body: bytes })).status).toBe(201);
  return reference;
}

const referenceOf = (form: Form) => `${file_reference}-${form}`;

/** Has the film converted, if that has not been asked for, and gives how far it is. */
async function stateOfConversion(video_rendition: Form): Promise<string> {
  const { video_convert } = await publisher.atma.videoConvertCreate({
    body: {
      ...film,
      video_convert_id: conversionIds[video_rendition],
      file_reference,
      version: 0,
      video_rendition,
      target_file_reference: referenceOf(video_rendition),
    },
  });
  return video_convert.video_convert_state;
}

/** The address that the file gateway gives to who is signed in and has obtained the licence. */
async function addressFor(subject: string, reference: string): Promise<string> {
  const { atma, lima } = servicesAs(platform, page, subject);
  const device_identifier = 'journey';
  const license_code = `DEMO-${subject}`;
  await lima.deviceUpdateForUser({ body: { subject, device: { device_identifier } } });
  await lima.licenseObtainLicenseUsage({
    body: {
      ...demoProduct,
      subject,
      license_code,
      device_identifier,
      license_usage_consistency_type: 'LICENSE_USAGE_CONSISTENCY_TYPE_VOLATILE',
    },
  });
  const { file_accesses } = await atma.fileAccessV2({
    body: {
      file_access_dtos: [
        {
          ...asset,
          dto_id: 'film',
          file_reference: reference,
          version: 0,
          subject,
          device_identifier,
          license_code,
          product_reference: demoProduct.product_reference,
        },
      ],
    },
  });
  return file_accesses[0]!.file!.address;
}

test.each(forms)(
  '%s plays in the publication, and goes on from another place',
  async (form, file) => {
    await expect
      .poll(() => stateOfConversion(form), { timeout: 90_000 })
      .toBe('VIDEO_CONVERT_STATE_DONE');
    const address = await addressFor(mia.subject, referenceOf(form) + file);
    const answered: Response[] = [];
    page.on('response', (response) => answered.push(response));

    const content = learner.content.locator('body');
    await content.evaluate((body: HTMLElement, source) => {
      const video = document.createElement('video');
      body.querySelector('#converted')?.remove();
      // A sound may begin by itself in no browser.
      Object.assign(video, { id: 'converted', muted: true, crossOrigin: 'anonymous', src: source });
      body.prepend(video);
      void video.play();
    }, address);
    const video = learner.content.locator('#converted');
    const stateOf = () =>
      video.evaluate((element: HTMLVideoElement) => ({
        fault: element.error?.message,
        length: Math.round(element.duration),
        height: element.videoHeight,
        isAt: Math.floor(element.currentTime),
      }));
    const playing = { fault: undefined, length: lengthInSeconds, height: 180 };
    await expect.poll(stateOf).toMatchObject({ ...playing, isAt: expect.toSatisfy((s) => s >= 1) });

    await video.evaluate((element: HTMLVideoElement) => void (element.currentTime = 15));
    await expect
      .poll(stateOf)
      .toMatchObject({ ...playing, isAt: expect.toSatisfy((s) => s > 15 && s <= lengthInSeconds) });
    const pieces = answered.filter((response) => response.url().includes('.mp4'));
    expect(new Set(pieces.map((response) => response.status()))).toEqual(new Set([206]));
  },
);
