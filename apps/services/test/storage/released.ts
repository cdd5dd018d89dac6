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
      '0001-schema': 'cabb6f9513427cf66ad04762fb21f228d7c6d88be2cd35d6ef502a63a33ac375',
    },
    storedDatabase: 'abf65d9061784ed624e296293270d16716e1ec32a447a49c833938f5917bfeec',
  },
};
