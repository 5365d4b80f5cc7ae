import { inject } from 'vitest'

/** The node's program; empty where the global setup has found none and has said so. */
export const binary: string = inject('cometbft')
/** For `describe.skipIf`. */
export const noNode: boolean = binary === ''
