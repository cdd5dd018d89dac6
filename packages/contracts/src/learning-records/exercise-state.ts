import * as z from 'zod/mini';

/** How far somebody is with an exercise. */
export const exerciseState = z.enum(['NOT_BEGUN', 'BEGUN', 'FINISHED']);
