/** Ways that the menu offers; absent: the configuration names nothing that it could show. */
export interface MenuDoors {
  readonly openProgress: (() => Promise<void>) | undefined;
  readonly openClasses: () => Promise<void>;
  readonly openCode: () => Promise<void>;
  readonly openMyData: (() => Promise<void>) | undefined;
  readonly openCookieSettings: () => Promise<void>;
  readonly signOut: () => void;
}
