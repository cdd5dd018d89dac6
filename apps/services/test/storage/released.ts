/**
 * SHA-256 of the migrations of each release, by their names. An entry is made with its release, together with
 * `stored/<version>.sql`, and never changed after it.
 */
export const released: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '0.1.0': {
    '0001-schema': '9448886ee582fd942d0e6250ee719b558fd38f95f188d3bc3a44c445fb7a4c79',
  },
};
