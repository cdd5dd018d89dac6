export type Headers = Readonly<Record<string, string>>;

/** A request as it goes over the wire, with a body where one is given. */
export function requestBytes(
  method: 'GET' | 'POST',
  path: string,
  headers: Headers,
  body?: object,
): Buffer {
  const json = body === undefined ? '' : JSON.stringify(body);
  const all = {
    Host: 'localhost',
    ...(body && {
      'Content-Type': 'application/json',
      'Content-Length': String(Buffer.byteLength(json)),
    }),
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return Buffer.from(`${[`${method} ${path} HTTP/1.1`, ...lines].join('\r\n')}\r\n\r\n${json}`);
}
