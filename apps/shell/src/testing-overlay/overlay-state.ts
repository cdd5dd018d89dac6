import { testingOverlayKey } from '../storage-keys.ts';
import { storage } from '../storage/storage.ts';

/** The corners in the order in which the overlay is moved through them: clockwise. */
export const corners = ['bottom-right', 'bottom-left', 'top-left', 'top-right'] as const;
type Corner = (typeof corners)[number];
export const tabs = ['methods', 'messages'] as const;
export type Tab = (typeof tabs)[number];

/** How the overlay was left. Nothing that was typed or shown is part of it. */
export interface OverlayState {
  readonly isOpen: boolean;
  readonly corner: Corner;
  readonly tab: Tab;
  /** Names of the categories that are folded. */
  readonly folded: readonly string[];
}

const initial: OverlayState = {
  isOpen: false,
  corner: 'bottom-right',
  tab: 'methods',
  folded: [],
};

/**
 * The state that was stored; what is missing or damaged is as at first.
 *
 * @param stored Read before the pages are shown: entering the login page clears session storage.
 */
export function readOverlayState(stored: unknown): OverlayState {
  const { isOpen, corner, tab, folded } = { ...(stored as Readonly<Record<string, unknown>>) };
  return {
    isOpen: isOpen === true,
    corner: corners.find((candidate) => candidate === corner) ?? initial.corner,
    tab: tabs.find((candidate) => candidate === tab) ?? initial.tab,
    folded: Array.isArray(folded)
      ? folded.filter((name) => typeof name === 'string')
      : initial.folded,
  };
}

export function writeOverlayState(state: OverlayState): void {
  storage('session').write(testingOverlayKey, JSON.stringify(state));
}

export function cornerAfter(corner: Corner): Corner {
  return corners[(corners.indexOf(corner) + 1) % corners.length] ?? initial.corner;
}
