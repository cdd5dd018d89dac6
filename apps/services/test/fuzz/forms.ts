/*
 * Forms are made and changed as JSON, like every other body, and become forms when they are sent. A file
 * is the text of its bytes there.
 */

const edge = 'edge-of-the-fuzz-form';
export const formType = `multipart/form-data; boundary=${edge}`;
const fileField = 'file';

/** As browsers do (HTML, "multipart form data"). */
const nameOf = (field: string) =>
  field.replaceAll('\n', '%0A').replaceAll('\r', '%0D').replaceAll('"', '%22');

/** A value nested deeper than can be written has its type's name: to a form it is a text like any other. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  try {
    return JSON.stringify(value);
  } catch {
    return Object.prototype.toString.call(value);
  }
}

/** Text of a form for a JSON object; any other text goes as it is. */
export function formText(json: unknown, text: string): string {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return text;
  // The file comes last.
  const fields = Object.entries(json).toSorted(
    ([a], [b]) => Number(a === fileField) - Number(b === fileField),
  );
  const parts = fields.map(([field, value]) => {
    const file = field === fileField ? '; filename="a.zip"' : '';
    const head = `Content-Disposition: form-data; name="${nameOf(field)}"${file}`;
    return `--${edge}\r\n${head}\r\n\r\n${textOf(value)}\r\n`;
  });
  return `${parts.join('')}--${edge}--\r\n`;
}

/** The value that the service reads then. */
export function formValue(json: unknown): unknown {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return undefined;
  return Object.fromEntries(
    Object.entries(json).map(([field, value]) => [
      field,
      field === fileField ? new File([textOf(value)], 'a.zip') : textOf(value),
    ]),
  );
}

/** The example of a call with its file as text: a zip without entries. */
export function withFileText(body: unknown): unknown {
  const file = `PK\u0005\u0006${'\0'.repeat(18)}`;
  return { ...(body as object), [fileField]: file, file_size: file.length };
}
