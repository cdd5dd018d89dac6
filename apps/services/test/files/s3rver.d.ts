declare module '@20minutes/s3rver' {
  /** What the tests use of it; the package has no types. */
  export default class S3rver {
    constructor(options: {
      readonly address: string;
      readonly port: number;
      readonly silent: boolean;
      readonly directory: string;
      readonly configureBuckets: readonly { readonly name: string }[];
    });
    run(): Promise<unknown>;
    close(): Promise<void>;
  }
}
