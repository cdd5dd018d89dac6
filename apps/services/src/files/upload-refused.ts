/** Why bytes are refused. */
export type UploadFault =
  | 'UPLOAD_TOO_LARGE'
  | 'UPLOAD_TRUNCATED'
  | 'UPLOAD_TYPE'
  | 'UPLOAD_HASH'
  | 'UPLOAD_FORBIDDEN'
  | 'UPLOAD_LOST'
  | 'UPLOAD_MEMBERSHIP'
  | 'UPLOAD_OVERTAKEN';

/** Bytes that are refused. */
export class UploadRefused extends Error {
  override readonly name = 'UploadRefused';
  readonly code: UploadFault;

  constructor(code: UploadFault) {
    super(code);
    this.code = code;
  }
}
