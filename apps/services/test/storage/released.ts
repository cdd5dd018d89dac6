/**
 * SHA-256 of the migrations of each release, by their names. An entry is made with its release, together with
 * `stored/<version>.sql`, and never changed after it.
 */
export const released: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '0.1.0': {
    '0001-schema': 'a2eac7f660039f058d9dddef3b9f789c203cb9fb4a993571a02fd96c5967bead',
  },
};
