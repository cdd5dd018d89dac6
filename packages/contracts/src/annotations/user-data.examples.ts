import type { Examples } from '../example.ts';
import type { userDataCalls } from './user-data.ts';

const course = {
  subject: 'demo-mia',
  course_id_dto: { course_id: 'wasser' },
  issue_id_dto: { issue_id: 'wasser-2026' },
};

/** A zip of userData/download of an issue in which nothing is left. */
const zip = [
  'UEsDBBQAAAgIAAAAIVyfpEh4YQAAAHwAAAAOAAAAdXNlci1kYXRhLmpzb25NyTEKhDAQBdC7/DpZ1MJiriIi',
  'QUeIZBOYn+wW4t0tbOwevBN7sW+oECRdq1r2jWp+CzXA4afGWDKkd1hLM+oSNwj+gVSDQySbEjKdD9/th24Y',
  '4bDHpJDnff85WHLCNV83UEsDBBQAAAgAAAAAIVwAAAAAAAAAAAAAAAANAAAAaXNzdWUtMS5qc29ubFBLAQI/',
  'AxQAAAgIAAAAIVyfpEh4YQAAAHwAAAAOAAAAAAAAAAAAAAC0gQAAAAB1c2VyLWRhdGEuanNvblBLAQI/AxQA',
  'AAgAAAAAIVwAAAAAAAAAAAAAAAANAAAAAAAAAAAAAAC0gY0AAABpc3N1ZS0xLmpzb25sUEsFBgAAAAACAAIA',
  'dwAAALgAAAAAAA==',
].join('');
const bytes = Uint8Array.from(atob(zip), (character) => character.charCodeAt(0));
const file = new File([bytes], 'wasser-2026.zip', { type: 'application/zip' });

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
    answer: { erased_items_count: 31 },
  },
};
