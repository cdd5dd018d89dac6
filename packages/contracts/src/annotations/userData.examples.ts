import type { Examples } from '../example.ts';
import type { userDataCalls } from './userData.ts';

const course = {
  subject: 'demo-mia',
  course_id_dto: { course_id: 'wasser' },
  issue_id_dto: { issue_id: 'wasser-2026' },
};

/** The end of a zip's central directory: a zip without entries. */
const emptyZip = Uint8Array.from([0x50, 0x4b, 0x05, 0x06, ...Array<number>(18).fill(0)]);
const file = new File([emptyZip], 'wasser-2026.zip', { type: 'application/zip' });

export const userDataExamples: Examples<typeof userDataCalls> = {
  userDataDownload: { body: course, answer: 'wasser-2026.zip' },
  userDataUpload: {
    body: {
      subject: 'demo-mia',
      course_id: 'wasser',
      course_reference: 'wasser',
      issue_id: 'wasser-2026',
      issue_reference: 'wasser-2026',
      file_name: file.name,
      file_size: file.size,
      file,
    },
    answer: {
      restored_items_count: 0,
      unchanged_items_count: 0,
      conflict_copies_count: 0,
      restored_files_count: 0,
    },
  },
  userDataDelete: {
    body: course,
    answer: { erased_items_count: 31, erased_files_count: 2 },
  },
};
