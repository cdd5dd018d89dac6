import * as z from 'zod/mini';
import { ConversionFailed } from './failure.ts';
import { inputOptions, pixelsMaximum, type Ffmpeg } from './ffmpeg.ts';
import type { WorkFolder } from './work-folder.ts';

/** Name of the video in the folder of a conversion. */
export const sourceName = 'source';

/** Facts of a video that a conversion needs. */
export interface Probed {
  /** `undefined`: the video does not say it, such as one that a browser recorded. */
  readonly durationInSeconds: number | undefined;
  /** Its colours are those of HLG or PQ. */
  readonly isHighDynamicRange: boolean;
  /** Pictures are of two fields that were taken one after the other. */
  readonly isInterlaced: boolean;
}

const answer = z.object({
  format: z.object({ duration: z.optional(z.string()) }),
  streams: z.array(
    z.object({
      codec_type: z.optional(z.string()),
      width: z.optional(z.number()),
      height: z.optional(z.number()),
      color_transfer: z.optional(z.string()),
      field_order: z.optional(z.string()),
      disposition: z.optional(z.object({ attached_pic: z.optional(z.number()) })),
    }),
  ),
});

/** As ffprobe calls the transfer functions HLG and PQ. */
const highDynamicRanges: ReadonlySet<string | undefined> = new Set(['arib-std-b67', 'smpte2084']);

/** As ffprobe calls the orders of fields. */
const fieldOrders: ReadonlySet<string | undefined> = new Set(['tt', 'bb', 'tb', 'bt']);

/** Longest answer of ffprobe about a film with many streams, in characters. */
const answerMaximum = 1_000_000;

/** @throws {ConversionFailed} for what is no video, or none that is converted */
export async function probe(
  folder: WorkFolder,
  { ffprobe }: Ffmpeg,
  mediaType: string,
): Promise<Probed> {
  let text = '';
  const { code, signal, faults } = await folder.run(
    {
      program: ffprobe,
      args: [
        ['-hide_banner', '-loglevel', 'error'],
        inputOptions(mediaType),
        [
          '-show_entries',
          'format=duration:stream=codec_type,width,height,color_transfer,field_order',
        ],
        ['-show_entries', 'stream_disposition=attached_pic'],
        ['-print_format', 'json', `file:${sourceName}`],
      ].flat(),
    },
    (output) => {
      if (text.length < answerMaximum) text += output;
    },
  );
  if (signal !== null || code === null) throw new ConversionFailed('brokeOff', faults);
  const { data } = code === 0 ? z.safeParse(answer, parseJson(text)) : {};
  const picture = data?.streams.find(
    ({ codec_type, disposition }) => codec_type === 'video' && !disposition?.attached_pic,
  );
  if (data && !picture && data.streams.length > 0) throw new ConversionFailed('noPicture');
  if (!data || !picture?.width || !picture.height) {
    throw new ConversionFailed('unreadable', faults);
  }
  if (picture.width * picture.height > pixelsMaximum) throw new ConversionFailed('tooLarge');
  const duration = Number(data.format.duration);
  return {
    durationInSeconds: duration > 0 ? duration : undefined,
    isHighDynamicRange: highDynamicRanges.has(picture.color_transfer),
    isInterlaced: fieldOrders.has(picture.field_order),
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
