/** Addresses that the build gives the start script, of the chunks that it loads (`build/start-in-page.ts`). */
interface ImportMetaEnv {
  /** Addresses of the files that the shell starts with. */
  readonly SHELL_FILES: readonly string[];
  /** Addresses of the files that the pages start with. */
  readonly PAGE_FILES: readonly string[];
}

interface Document {
  /** Absent where the browser runs no page ahead (WICG, Prerendering Revamped). */
  readonly prerendering?: boolean;
}
