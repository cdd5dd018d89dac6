interface Release {
  readonly migrations: Readonly<Record<string, string>>;
  /** Of `stored/<version>.sql`. */
  readonly storedDatabase: string;
}

/**
 * SHA-256 of the migrations of each release, by their names, and of the database that it leaves. An entry is made with
 * its release and never changed after it.
 */
export const released: Readonly<Record<string, Release>> = {
  '0.1.0': {
    migrations: {
      '0001-schema': 'c3a81d62c46266eca4a5ffe67e3edf764aade434a98c1caee67643f28526466b',
    },
    storedDatabase: 'abf65d9061784ed624e296293270d16716e1ec32a447a49c833938f5917bfeec',
  },
};
