/** The class of the school, by its provider. */
export const schoolClass = {
  group_id: '7c1de0a2-5d8e-4b53-9c05-3a0b6f7d1e01',
  provider_id: 'BEOOK_1',
} as const;
